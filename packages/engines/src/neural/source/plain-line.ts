import { baseOf } from '@dragoman/contract';
import { FRACTION_DECIMALS } from '@dragoman/core/characters';
import { type Edit, editsOfAbbreviations } from './abbreviations.js';
import { editsOfCapitals, type LineReader } from './capitals.js';
import { editsOfTimes } from './clock-times.js';
import { editsOfEnglish } from './english-source.js';

/** A line as its model gets it. */
export interface PlainLine {
  readonly text: string;
  /** Where a place of it is in the line that it was made of; within an edit, the start or end of that. */
  placeInLine(place: number, side: 'start' | 'end'): number;
  /** Puts signs of the line back into its translation. */
  finish(translation: string): string;
}

/**
 * Writes a line with the words and signs that its model has seen most: a rare form of a frequent word
 * makes a small model guess. `2 hrs` are `2 hours`, the en dash of `9–17` is a hyphen, `Delivery` at the
 * start of a sentence is `delivery`. The meaning stays.
 *
 * @returns the line, and where capitals could be changed, with those changed first: which the model
 *   reads better, it has to tell
 */
export const plainLines = (
  line: string,
  reader: LineReader,
): readonly [PlainLine, ...PlainLine[]] => {
  const isEnglish = baseOf(reader.source) === 'en';
  const edits = [
    ...(isEnglish ? editsOfEnglish(line) : []),
    ...editsOfTimes(line, reader.source),
    ...editsOfAbbreviations(line, reader.source),
    ...editsOfDashes(line),
    ...editsOfFractions(line, isEnglish ? '.' : ','),
  ];
  const plain = edited(line, edits);
  const capitals = editsOfCapitals(line, reader);
  if (capitals.length === 0) return [plain];
  const small = edited(line, [...edits, ...capitals]);
  return small.text === plain.text ? [plain] : [small, plain];
};

/** A line with its edits; of those that overlap, the one that begins first, then the first in the list. */
export const edited = (line: string, edits: readonly Edit[]): PlainLine => {
  let text = '';
  let position = 0;
  const ends: { readonly at: number; readonly edit: Edit }[] = [];
  for (const edit of withoutOverlaps(edits)) {
    text += line.slice(position, edit.start) + edit.text;
    position = edit.end;
    ends.push({ at: text.length, edit });
  }
  text += line.slice(position);
  return {
    text,
    placeInLine(place, side) {
      let shift = 0;
      for (const { at, edit } of ends) {
        if (place <= at - edit.text.length) break;
        if (place < at) return edit[side];
        shift = edit.end - at;
      }
      return place + shift;
    },
    finish(translation) {
      const isSmall = startsSmall(text) && !startsSmall(line);
      return withEnDashes(isSmall ? withCapital(translation) : translation, line);
    },
  };
};

const withoutOverlaps = (edits: readonly Edit[]): readonly Edit[] => {
  const kept: Edit[] = [];
  const order = edits.map((edit, rank) => ({ edit, rank }));
  order.sort((a, b) => a.edit.start - b.edit.start || a.rank - b.rank);
  for (const { edit } of order) {
    const last = kept.at(-1);
    if (!last || edit.start >= last.end) kept.push(edit);
  }
  return kept;
};

const EN_DASH = /(?<=[\p{L}\p{N}])–(?=[\p{L}\p{N}])/gu;
const DASHED = /[\p{L}\p{N}]+–[\p{L}\p{N}]+/gu;

/** Models take the en dash of `10–12` for a colon, or leave it out with what is behind it. */
const editsOfDashes = (line: string): readonly Edit[] =>
  Array.from(line.matchAll(EN_DASH), ({ index }) => ({ start: index, end: index + 1, text: '-' }));

const FRACTION = /(?<=\d)\s?([¼½¾])(?!\d)/gu;

/** `1½` as `1.5`: models do not know the sign. */
const editsOfFractions = (line: string, decimalSign: string): readonly Edit[] =>
  Array.from(line.matchAll(FRACTION), ({ 0: found, 1: sign = '', index }) => ({
    start: index,
    end: index + found.length,
    text: decimalSign + FRACTION_DECIMALS[sign],
  }));

/** Words and numbers that the translation has joined with a hyphen as the line has with a dash. */
const withEnDashes = (translation: string, line: string): string => {
  let text = translation;
  for (const dashed of new Set(line.match(DASHED))) {
    text = text.replaceAll(dashed.replace('–', '-'), () => dashed);
  }
  return text;
};

const startsSmall = (text: string): boolean => /^[^\p{L}\p{N}]*\p{Ll}/u.test(text);

const withCapital = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}]*\p{Ll}/u, (start) => start.toUpperCase());
