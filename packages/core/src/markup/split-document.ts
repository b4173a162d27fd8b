import type { LanguageTag } from '@dragoman/contract';
import { adaptGap } from '../segmentation/index.js';
import type { MarkupDocument } from './read/document.js';
import type { Run } from './read/run.js';
import { type CheckedText, textsOf, writtenText } from './sentences/checked-text.js';
import { choosePrefix } from './sentences/frame.js';
import { type MarkupUnit, writeUnit } from './sentences/markup-unit.js';
import { findRegions } from './sentences/regions.js';
import { findSentenceRanges, type SentenceOptions } from './sentences/sentences.js';
import { objectsOf } from './sentences/stretches.js';
import { createEncoder } from './write/encode.js';
import { renderUnit } from './write/render.js';

/** A run with its sentences as units. */
export interface SplitRun {
  readonly run: Run;
  readonly units: readonly MarkupUnit[];
}

/** A document ready for an engine. */
export interface SplitDocument {
  readonly document: MarkupDocument;
  readonly runs: readonly SplitRun[];
}

/** Cuts the runs of a document into units. */
export const splitDocument = (
  document: MarkupDocument,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitDocument => ({
  document,
  runs: document.runs.map((run) => splitRun(document, run, options)),
});

/** Numbers and signs, as in most cells of a table: no engine is asked about them. */
const NUMBERS = /^[\d\s.,:;+/%()-]*$/;

const splitRun = (
  { source, syntax }: MarkupDocument,
  run: Run,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitRun => {
  if (NUMBERS.test(run.text)) return { run, units: [] };
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

/**
 * Puts the translations of all units, in order, into the document. Between them it keeps its bytes.
 *
 * @param translated one for each unit of each run
 */
export const joinDocument = (
  { document, runs }: SplitDocument,
  translated: readonly CheckedText[],
  target: LanguageTag,
): string => {
  const { source, syntax } = document;
  const parts: string[] = [];
  let position = 0;
  let next = 0;
  for (const { run, units } of runs) {
    if (units.length === 0) continue;
    const encode = createEncoder(source, run, syntax);
    const own = units.map((unit, index) => translated[next + index] ?? unit.source);
    const isUntouched = units.every((unit, index) => isUnchanged(unit, own[index]));
    for (const [index, unit] of units.entries()) {
      const before = units[index - 1];
      const gap = source.slice(position, unit.region.source.start);
      const space = before && run.text.slice(before.region.text.end, unit.region.text.start);
      parts.push(before ? gapFor(gap, space ?? '', before, own[index - 1], target) : gap);
      parts.push(renderUnit(source, unit, own[index] ?? unit.source, encode, isUntouched));
      position = unit.region.source.end;
    }
    next += units.length;
  }
  parts.push(source.slice(position));
  return parts.join('');
};

const isUnchanged = ({ unit }: MarkupUnit, translated: CheckedText | undefined): boolean =>
  translated === undefined || writtenText(translated) === unit.text;

/**
 * The markup between two sentences, its space as the target language wants it.
 *
 * @param space what the text of the run has there
 */
const gapFor = (
  gap: string,
  space: string,
  before: MarkupUnit,
  translatedBefore: CheckedText = before.source,
  target: LanguageTag,
): string => {
  if (isUnchanged(before, translatedBefore) || (space !== '' && space !== ' ')) return gap;
  const [source, translated] = [before.source, translatedBefore].map((text) =>
    textsOf(text).join(''),
  );
  const adapted = adaptGap(space, source ?? '', translated ?? '', target);
  if (adapted === space) return gap;
  return adapted === '' ? gap.replace(' ', '') : adapted + gap;
};
