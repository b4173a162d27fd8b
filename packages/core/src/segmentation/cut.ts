import { isClauseMark, isSpace, isUnspacedClauseMark, skipSpace, trimRange } from './characters.js';
import { safeCut } from './grapheme.js';
import type { TextRange } from './segmentation.js';
import { rangeAround } from './unbreakable.js';

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
