import type { LanguageTag } from '@dragoman/contract';
import { adaptGap } from '../segmentation/join.js';
import { type CheckedText, textsOf, writtenText } from './checked-text.js';
import type { MarkupDocument } from './document.js';
import type { MarkupUnit } from './markup-unit.js';
import { createEncoder, renderUnit } from './render.js';
import type { SplitDocument, SplitRun } from './split-document.js';

/**
 * Puts the translations of all units, in order, into the document. Between them it keeps its bytes.
 *
 * @param translated one for each unit of each run
 */
export const joinDocument = (
  { document, runs, places }: SplitDocument,
  translated: readonly CheckedText[],
  target: LanguageTag,
): string => {
  let next = 0;
  const replacements = runs.map((run) => {
    next += run.units.length;
    return replacementOf(document, run, translated.slice(next - run.units.length, next), target);
  });
  const { source } = document;
  const parts: string[] = [];
  let position = 0;
  for (const { index, shift } of places) {
    const replacement = replacements[index];
    if (!replacement) continue;
    parts.push(source.slice(position, replacement.start + shift), replacement.text);
    position = replacement.end + shift;
  }
  parts.push(source.slice(position));
  return parts.join('');
};

/** What is written over a stretch of the document. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The translation of a run; undefined where its bytes stay as they are. */
const replacementOf = (
  { source, syntax }: MarkupDocument,
  { run, units }: SplitRun,
  translated: readonly CheckedText[],
  target: LanguageTag,
): Replacement | undefined => {
  const [first] = units;
  if (!first) return undefined;
  const own = units.map((unit, index) => translated[index] ?? unit.source);
  const isUntouched = units.every((unit, index) => isUnchanged(unit, own[index]));
  const encode = createEncoder(source, run, syntax);
  const { start } = first.region.source;
  const parts: string[] = [];
  let position = start;
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    if (before) {
      const gap = source.slice(position, unit.region.source.start);
      const space = run.text.slice(before.region.text.end, unit.region.text.start);
      parts.push(gapFor(gap, space, before, own[index - 1], target));
    }
    parts.push(renderUnit(source, unit, own[index] ?? unit.source, encode, isUntouched));
    position = unit.region.source.end;
  }
  const text = parts.join('');
  return source.startsWith(text, start) && start + text.length === position
    ? undefined
    : { start, end: position, text };
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
