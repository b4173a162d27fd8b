import type { LanguageTag } from '@dragoman/contract';
import { adaptGap } from '../segmentation/join.js';
import type { TextRange } from '../segmentation/segmentation.js';
import { type CheckedText, textsOf, writtenText } from './checked-text.js';
import type { DocumentPiece, MarkupDocument, WrittenDocument } from './document.js';
import type { MarkupUnit } from './markup-unit.js';
import { sourceEnd, sourceStart } from './regions.js';
import { createEncoder, renderUnit } from './render.js';
import type { Run } from './run.js';
import type { SplitDocument, SplitRun } from './split-document.js';

/**
 * Puts the translations of all units, in order, into the document. Between them it stays as it is.
 *
 * @param translated one for each unit of each run
 */
export const joinDocument = (
  { document, runs, places }: SplitDocument,
  translated: readonly CheckedText[],
  target: LanguageTag,
): WrittenDocument => {
  let next = 0;
  const replacements = runs.map((run) => {
    next += run.units.length;
    return replacementOf(document, run, translated.slice(next - run.units.length, next), target);
  });
  const pieces: DocumentPiece[] = [];
  let position = 0;
  for (const { index, shift } of places) {
    const replacement = replacements[index];
    if (!replacement) continue;
    pieces.push({ start: position, end: replacement.start + shift });
    for (const piece of replacement.pieces) {
      pieces.push(typeof piece === 'string' || shift === 0 ? piece : shifted(piece, shift));
    }
    position = replacement.end + shift;
  }
  pieces.push({ start: position, end: document.source.length });
  return document.write(pieces);
};

const shifted = ({ start, end }: TextRange, shift: number): TextRange => ({
  start: start + shift,
  end: end + shift,
});

/** What is written over a range of the document. */
interface Replacement extends TextRange {
  readonly pieces: readonly DocumentPiece[];
}

/** The translation of a run; undefined where it stays as it is. */
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
  if (isUntouched) return undefined;
  const encode = createEncoder(source, run, syntax);
  const { start } = first.region.source;
  const pieces: DocumentPiece[] = [];
  let position = start;
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    if (before) pieces.push(...gapPieces(run, { before, unit }, own[index - 1], target));
    pieces.push(...renderUnit(unit, own[index] ?? unit.source, encode));
    position = unit.region.source.end;
  }
  return { start, end: position, pieces };
};

const isUnchanged = ({ unit }: MarkupUnit, translated: CheckedText | undefined): boolean =>
  translated === undefined || writtenText(translated) === unit.text;

/** The markup between two sentences, its space as the target language wants it. */
const gapPieces = (
  run: Run,
  { before, unit }: { readonly before: MarkupUnit; readonly unit: MarkupUnit },
  translatedBefore: CheckedText = before.source,
  target: LanguageTag,
): readonly DocumentPiece[] => {
  const { text, source: ended } = before.region;
  const gap = { start: ended.end, end: unit.region.source.start };
  const space = run.text.slice(text.end, unit.region.text.start);
  if (isUnchanged(before, translatedBefore) || (space !== '' && space !== ' ')) return [gap];
  const [source, translated] = [before.source, translatedBefore].map((one) =>
    textsOf(one).join(''),
  );
  const adapted = adaptGap(space, source ?? '', translated ?? '', target);
  if (adapted === space) return [gap];
  if (adapted !== '') return [adapted, gap];
  // Markup has spaces, too, and keeps them.
  const spaceStart = Math.max(gap.start, sourceStart(run, text.end));
  const spaceEnd = Math.min(gap.end, sourceEnd(run, unit.region.text.start));
  return [
    { start: gap.start, end: spaceStart },
    { start: spaceEnd, end: gap.end },
  ];
};
