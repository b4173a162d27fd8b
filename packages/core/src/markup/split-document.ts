import type { LanguageTag } from '@dragoman/contract';
import { mergeSpans } from '../protection/markdown.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import { segment } from '../segmentation/segment.js';
import type { SplitMode, TextRange } from '../segmentation/segmentation.js';
import type { TermIndex } from '../terms/term-index.js';
import { type FindTerms, withoutTermWords } from '../terms/term-words.js';
import { findUnsplit } from '../terms/unsplit-terms.js';
import type { MarkupDocument } from './document.js';
import { choosePrefix } from './frame.js';
import { type MarkupUnit, writeUnit } from './markup-unit.js';
import { findRegions, objectsOf } from './regions.js';
import type { Run, RunSyntax } from './run.js';

/** A run with its sentences as units. */
export interface SplitRun {
  readonly run: Run;
  readonly units: readonly MarkupUnit[];
}

/** Where a run stands in the document, again and again if it is the same as others. */
interface RunPlace {
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

/** How to cut runs into sentences. */
interface SentenceOptions {
  readonly syntax: RunSyntax;
  readonly language: LanguageTag;
  readonly mode: SplitMode;
  /** Longest sentence, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** Terms of the customer's that no sentence ends in. */
  readonly unsplitTerms?: readonly TermIndex[] | undefined;
  /** Those of the customer's, which go before what merely looks like a name. */
  readonly findTerms?: FindTerms | undefined;
}

/** A run's sentences and what in it must come back verbatim, as ranges of its text. */
export interface Sentences {
  readonly ranges: readonly TextRange[];
  readonly protectedSpans: readonly TextRange[];
}

const HTML_SPACE = /[\t\n\f\r]/g;

/**
 * The sentences of a run. Line breaks in HTML are mere spaces, as in a browser, unless the caller
 * asked to split at them or the text is preformatted; then they end sentences.
 */
const findSentenceRanges = (run: Run, options: SentenceOptions): Sentences => {
  const { syntax, language, maxCharacters } = options;
  const keepsLines = syntax !== 'html' || run.isPreformatted;
  const mode =
    run.isPreformatted && options.mode === 'sentences' ? 'sentences-and-newlines' : options.mode;
  const text =
    keepsLines || mode === 'sentences-and-newlines' ? run.text : run.text.replace(HTML_SPACE, ' ');
  const protectedSpans = withoutTermWords(
    run.text,
    findProtectedSpans(run.text),
    options.findTerms,
  );
  const { leading, segments } = segment(text, {
    language,
    mode,
    maxCharacters,
    unbreakable: mergeSpans(protectedSpans, findUnsplit(run.text, options.unsplitTerms)),
  });
  const ranges: TextRange[] = [];
  let position = leading.length;
  for (const { text: sentence, gap } of segments) {
    ranges.push({ start: position, end: position + sentence.length });
    position += sentence.length + gap.length;
  }
  return { ranges, protectedSpans };
};

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
