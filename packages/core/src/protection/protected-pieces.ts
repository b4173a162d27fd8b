import type { ProtectedSpan, TranslationUnit } from '../engine/engine.js';

/** The protected pieces of a unit, in order. */
export const spanContents = (unit: TranslationUnit): readonly string[] =>
  unit.protectedSpans.map((span) => unit.text.slice(span.start, span.end));

/** Whether a translation has every protected piece at least as often as its source. */
export const keepsSpans = (unit: TranslationUnit, translated: string): boolean => {
  if (unit.protectedSpans.length === 0) return true;
  const needed = new Map<string, number>();
  for (const content of spanContents(unit)) needed.set(content, (needed.get(content) ?? 0) + 1);
  for (const [content, count] of needed) {
    if (translated.split(content).length - 1 < count) return false;
  }
  return true;
};

/**
 * Finds the protected pieces of a source unit again in its translation, so that a second leg can
 * keep them too. A piece that is not there is left out.
 */
export const relocateSpans = (
  unit: TranslationUnit,
  translated: string,
): readonly ProtectedSpan[] => {
  if (unit.protectedSpans.length === 0) return [];
  const isTaken = new Uint8Array(translated.length);
  const searchFrom = new Map<string, number>();
  const found: ProtectedSpan[] = [];
  // Longest first: a short piece must not take a place inside a longer one.
  const contents = [...spanContents(unit)].sort((left, right) => right.length - left.length);
  for (const content of contents) {
    let start = translated.indexOf(content, searchFrom.get(content) ?? 0);
    while (start >= 0 && isTaken.subarray(start, start + content.length).includes(1)) {
      start = translated.indexOf(content, start + 1);
    }
    if (start < 0) {
      searchFrom.set(content, translated.length);
      continue;
    }
    const end = start + content.length;
    isTaken.fill(1, start, end);
    searchFrom.set(content, end);
    found.push({ start, end });
  }
  return found.sort((left, right) => left.start - right.start);
};

/** A part of a unit: protected, or what lies between protected parts. */
export interface Piece {
  readonly text: string;
  readonly isProtected: boolean;
}

/** A unit cut at its protected pieces: what is between them, and they themselves, in order. */
export const piecesOf = (unit: TranslationUnit): readonly Piece[] => {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { start, end } of unit.protectedSpans) {
    if (start > position) {
      pieces.push({ text: unit.text.slice(position, start), isProtected: false });
    }
    pieces.push({ text: unit.text.slice(start, end), isProtected: true });
    position = end;
  }
  if (position < unit.text.length) {
    pieces.push({ text: unit.text.slice(position), isProtected: false });
  }
  return pieces;
};

/** Puts pieces together to a unit again. */
export const unitOfPieces = (pieces: readonly Piece[]): TranslationUnit => {
  const protectedSpans: ProtectedSpan[] = [];
  let text = '';
  for (const piece of pieces) {
    const start = text.length;
    text += piece.text;
    if (piece.isProtected) protectedSpans.push({ start, end: text.length });
  }
  return { text, protectedSpans };
};
