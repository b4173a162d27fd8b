import type { MarkupDocument } from './document.js';
import { choosePrefix } from './frame.js';
import { type MarkupUnit, writeUnit } from './markup-unit.js';
import { findRegions } from './regions.js';
import type { Run } from './run.js';
import { findSentenceRanges, type SentenceOptions } from './sentences.js';
import { objectsOf } from './stretches.js';

/** A run with its sentences as units. */
export interface SplitRun {
  readonly run: Run;
  readonly units: readonly MarkupUnit[];
}

/** Where a run stands in the document, again and again if it is the same as others. */
export interface RunPlace {
  /** Index among the runs of the split document. */
  readonly index: number;
  /** How much further on it stands than the run of that index. */
  readonly shift: number;
}

/** A document ready for an engine. */
export interface SplitDocument {
  readonly document: MarkupDocument;
  /** Runs with words; of those that are the same, such as cells of a table, the first one. */
  readonly runs: readonly SplitRun[];
  /** Where they stand, in the order of the document. */
  readonly places: readonly RunPlace[];
}

/** Numbers and signs, as in most cells of a table: no engine is asked about them. */
const NUMBERS = /^[\d\s.,:;+/%()-]*$/;

/** Cuts the runs of a document into units. */
export const splitDocument = (
  document: MarkupDocument,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitDocument => {
  const runs: SplitRun[] = [];
  const places: RunPlace[] = [];
  const known = new Map<string, number>();
  for (const run of document.runs) {
    if (NUMBERS.test(run.text)) continue;
    const key = keyOf(document.source, run);
    const same = key === undefined ? undefined : known.get(key);
    const index = same ?? runs.length;
    if (same === undefined) {
      runs.push(splitRun(document, run, options));
      if (key !== undefined) known.set(key, index);
    }
    places.push({ index, shift: run.start - (runs[index] as SplitRun).run.start });
  }
  return { document, runs, places };
};

/** Longer runs are seldom the same. */
const MAX_SHARED_UNITS = 200;

/** The same for runs that differ in nothing but their place; undefined for long ones. */
const keyOf = (
  source: string,
  { text, start, end, stretches, markers, isPreformatted }: Run,
): string | undefined => {
  if (end - start > MAX_SHARED_UNITS) return undefined;
  const isPlain = markers.length === 0 && stretches.length === 1 && stretches[0]?.kind === 'plain';
  if (isPlain && !isPreformatted) return `=${text}`;
  const rangeOf = (part: { kind: string; at: number; start: number; end: number }): string =>
    `${part.kind} ${part.at} ${part.start - start} ${part.end - start}`;
  const parts = [...stretches, ...markers].map(rangeOf);
  return `${isPreformatted} ${parts.join()}=${source.slice(start, end)}`;
};

const splitRun = (
  { source, syntax }: MarkupDocument,
  run: Run,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitRun => {
  const { ranges, protectedSpans } = findSentenceRanges(run, { ...options, syntax });
  const context = { source, run, objects: objectsOf(run), prefix: choosePrefix(run.text) };
  let next = 0;
  const units = findRegions(run, ranges).map((region) => {
    const { start, end } = region.text;
    while ((protectedSpans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    let last = next;
    while ((protectedSpans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last++;
    return writeUnit(context, region, protectedSpans.slice(next, last));
  });
  return { run, units };
};
