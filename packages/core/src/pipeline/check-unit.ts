import type { ProtectedSpan, TranslationUnit } from '../engine/engine.js';

/** The protected pieces of a unit, in order. */
export const spanContents = (unit: TranslationUnit): readonly string[] =>
  unit.protectedSpans.map((span) => unit.text.slice(span.start, span.end));

/**
 * Whether a translation is fit to be sent: not blank, and every protected piece of the source is
 * there at least as often as the source has it.
 */
export const isSound = (unit: TranslationUnit, translated: string): boolean => {
  if (translated.trim() === '') return false;
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
 * keep them too. Only call it on a translation that {@link isSound}.
 */
export const relocateSpans = (
  unit: TranslationUnit,
  translated: string,
): readonly ProtectedSpan[] => {
  const taken: ProtectedSpan[] = [];
  const longestFirst = [...spanContents(unit)].sort((left, right) => right.length - left.length);
  for (const content of longestFirst) {
    let start = translated.indexOf(content);
    while (
      start >= 0 &&
      taken.some((span) => start < span.end && start + content.length > span.start)
    ) {
      start = translated.indexOf(content, start + 1);
    }
    if (start >= 0) taken.push({ start, end: start + content.length });
  }
  return taken.sort((left, right) => left.start - right.start);
};

/** A unit cut at its protected pieces: what is between them, and they themselves, in order. */
export const piecesOf = (
  unit: TranslationUnit,
): readonly { readonly text: string; readonly isProtected: boolean }[] => {
  const pieces: { text: string; isProtected: boolean }[] = [];
  let position = 0;
  for (const { start, end } of unit.protectedSpans) {
    if (start > position)
      pieces.push({ text: unit.text.slice(position, start), isProtected: false });
    pieces.push({ text: unit.text.slice(start, end), isProtected: true });
    position = end;
  }
  if (position < unit.text.length) {
    pieces.push({ text: unit.text.slice(position), isProtected: false });
  }
  return pieces;
};
