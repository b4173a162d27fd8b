import type { TranslationUnit } from '../engine/engine.js';
import { piecesOf, relocateSpans, unitOfPieces } from '../protection/protected-pieces.js';

/** Fewer letters than this may be an abbreviation, which must stay as it is. */
const LEAST_LETTERS = 6;

const wordsOf = (unit: TranslationUnit): string =>
  piecesOf(unit)
    .map((piece) => (piece.isProtected ? ' ' : piece.text))
    .join('');

/** Whether a unit of several words is written in capitals throughout, protected pieces aside. */
export const isAllCapitals = (unit: TranslationUnit): boolean => {
  const text = wordsOf(unit);
  if (text !== text.toUpperCase() || text === text.toLowerCase()) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= LEAST_LETTERS && /\p{L}\P{L}+\p{L}/u.test(text);
};

/** The unit as an ordinary sentence: small letters with a capital at the start. */
export const toSentenceCase = (unit: TranslationUnit): TranslationUnit => {
  let isFirst = true;
  return unitOfPieces(
    piecesOf(unit).map((piece) => {
      if (piece.isProtected) return piece;
      const lower = piece.text.toLowerCase();
      const first = isFirst ? /\p{L}/u.exec(lower) : null;
      if (!first) return { ...piece, text: lower };
      isFirst = false;
      const end = first.index + first[0].length;
      const text = lower.slice(0, first.index) + first[0].toUpperCase() + lower.slice(end);
      return { ...piece, text };
    }),
  );
};

/** A translation in capitals, the source's protected pieces aside. */
export const toCapitals = (unit: TranslationUnit, translated: string): string => {
  const protectedSpans = relocateSpans(unit, translated);
  return piecesOf({ text: translated, protectedSpans })
    .map((piece) => (piece.isProtected ? piece.text : piece.text.toUpperCase()))
    .join('');
};
