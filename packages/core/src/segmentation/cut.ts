import { isSpace } from '../characters.js';
import { isClauseMark, isUnspacedClauseMark, skipSpace, trimRange } from './characters.js';
import { rangeAround, type TextRange } from './segmentation.js';

/**
 * Where to cut before `limit`, nearest first: after a clause in the second half, else at white
 * space; undefined when there is neither. A result is the index of the first unit not in the piece.
 */
const findBreak = (
  text: string,
  start: number,
  limit: number,
  unbreakable: readonly TextRange[],
): number | undefined => {
  const half = start + Math.floor((limit - start) / 2);
  let space: number | undefined;
  for (let index = limit; index > start; index--) {
    if (space !== undefined && index < half) break;
    const before = text.charCodeAt(index - 1);
    const isAtSpace = isSpace(text.charCodeAt(index));
    const isAfterClause = isAtSpace ? isClauseMark(before) : isUnspacedClauseMark(before);
    if (!isAtSpace && !isAfterClause) continue;
    if (rangeAround(unbreakable, index)) continue;
    if (isAfterClause && index >= half) return index;
    if (isAtSpace) space ??= index;
  }
  return space;
};

const COMBINING = /[\p{M}\u{e0020}-\u{e007f}\u1160-\u11ff]|\p{Emoji_Modifier}|\u200d/u;
const REGIONAL_INDICATOR = /\p{Regional_Indicator}/u;
const ZERO_WIDTH_JOINER = 0x200d;
const MAX_STEPS_BACK = 64;
const MAX_FLAGS_BACK = 16;

const splitsPair = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
};

const characterAt = (text: string, index: number): string =>
  String.fromCodePoint(text.codePointAt(index) ?? 0);

/** Whether a cut would part the two letters of a flag: an odd number of them stands before it. */
const splitsFlag = (text: string, index: number): boolean => {
  if (!REGIONAL_INDICATOR.test(characterAt(text, index))) return false;
  let count = 0;
  while (
    count < MAX_FLAGS_BACK &&
    REGIONAL_INDICATOR.test(characterAt(text, index - 2 * (count + 1)))
  )
    count++;
  return count % 2 === 1;
};

const splitsCharacter = (text: string, index: number): boolean =>
  splitsPair(text, index) ||
  text.charCodeAt(index - 1) === ZERO_WIDTH_JOINER ||
  COMBINING.test(characterAt(text, index)) ||
  splitsFlag(text, index);

/**
 * The last index up to `limit` that does not cut what a reader sees as one character. Looks back
 * 64 units at most; beyond that only surrogate pairs are kept whole.
 */
const safeCut = (text: string, start: number, limit: number): number => {
  const lowest = Math.max(start + 1, limit - MAX_STEPS_BACK);
  for (let index = limit; index >= lowest; index--) {
    if (!splitsCharacter(text, index)) return index;
  }
  return splitsPair(text, limit) ? limit - 1 : limit;
};

const chooseCut = (
  text: string,
  start: number,
  limit: number,
  unbreakable: readonly TextRange[],
): number => {
  const atBreak = findBreak(text, start, limit, unbreakable);
  if (atBreak !== undefined) return atBreak;
  const around = rangeAround(unbreakable, limit);
  if (around && around.start > start) return around.start;
  return findBreak(text, start, limit, []) ?? safeCut(text, start, limit);
};

/** Cuts a range, trimmed already, into pieces of at most `maxUnits` UTF-16 code units. */
export const cutLong = (
  text: string,
  range: TextRange,
  maxUnits: number,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  const pieces: TextRange[] = [];
  let { start } = range;
  while (range.end - start > maxUnits) {
    const cut = chooseCut(text, start, start + maxUnits, unbreakable);
    pieces.push(trimRange(text, start, cut));
    start = skipSpace(text, cut, range.end);
  }
  if (start < range.end) pieces.push({ start, end: range.end });
  return pieces;
};
