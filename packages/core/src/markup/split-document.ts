import type { LanguageTag } from '@dragoman/contract';
import { adaptGap } from '../segmentation/index.js';
import type { MarkupDocument } from './read/document.js';
import type { Run } from './read/run.js';
import { choosePrefix, partsOfFrame } from './sentences/frame.js';
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

/**
 * Puts the translations of all units, in order, into the document. Between them it keeps its bytes.
 *
 * @param translated one for each unit of each run, with the tokens of the unit's frame
 */
export const joinDocument = (
  { document, runs }: SplitDocument,
  translated: readonly string[],
  target: LanguageTag,
): string => {
  const { source, syntax } = document;
  const parts: string[] = [];
  let position = 0;
  let next = 0;
  for (const { run, units } of runs) {
    const encode = createEncoder(source, run, syntax);
    const first = next;
    const isUntouched = units.every(({ unit }, index) => translated[first + index] === unit.text);
    for (const [index, markupUnit] of units.entries()) {
      const { region } = markupUnit;
      const before = units[index - 1];
      const gap = source.slice(position, region.source.start);
      const translation = translated[next] ?? markupUnit.unit.text;
      parts.push(
        before ? gapFor(gap, before, translated[next - 1] ?? '', run, markupUnit, target) : gap,
      );
      parts.push(renderUnit(source, markupUnit, translation, encode, isUntouched));
      position = region.source.end;
      next++;
    }
  }
  parts.push(source.slice(position));
  return parts.join('');
};

/** The markup between two sentences, its space as the target language wants it. */
const gapFor = (
  gap: string,
  before: MarkupUnit,
  translationBefore: string,
  run: Run,
  { region }: MarkupUnit,
  target: LanguageTag,
): string => {
  const space = run.text.slice(before.region.text.end, region.text.start);
  const isUntouched = translationBefore === before.unit.text;
  if (isUntouched || (space !== '' && space !== ' ')) return gap;
  const wordsOf = (text: string): string =>
    partsOfFrame(text, before.frame)
      .map((part) => (part.kind === 'text' ? part.text : ''))
      .join('');
  const adapted = adaptGap(space, wordsOf(before.unit.text), wordsOf(translationBefore), target);
  if (adapted === space) return gap;
  return adapted === '' ? gap.replace(' ', '') : adapted + gap;
};
