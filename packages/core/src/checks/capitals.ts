import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { asUnit, joinParts, partsOf, unchanged } from '../protection/placed-spans.js';

/** Fewer letters than this may be an abbreviation, which must stay as it is. */
const MIN_LETTERS = 6;

const unprotectedText = (unit: TranslationUnit): string =>
  partsOf(unchanged(unit))
    .map(({ text, span }) => (span === undefined ? text : ' '))
    .join('');

/** Whether a unit of several words is written in capitals throughout, protected spans aside. */
export const isAllCapitals = (unit: TranslationUnit): boolean => {
  const text = unprotectedText(unit);
  if (text !== text.toUpperCase() || text === text.toLowerCase()) return false;
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= MIN_LETTERS && /\p{L}\P{L}+\p{L}/u.test(text);
};

/** The unit as an ordinary sentence: small letters with a capital at the start. */
export const toSentenceCase = (unit: TranslationUnit): TranslationUnit => {
  let isFirst = true;
  const parts = partsOf(unchanged(unit)).map((part) => {
    if (part.span !== undefined) return part;
    const lower = part.text.toLowerCase();
    const first = isFirst ? /\p{L}/u.exec(lower) : null;
    if (!first) return { ...part, text: lower };
    isFirst = false;
    const end = first.index + first[0].length;
    const text = lower.slice(0, first.index) + first[0].toUpperCase() + lower.slice(end);
    return { ...part, text };
  });
  return { ...asUnit(unit, joinParts(parts)), ...(unit.terms && { terms: unit.terms }) };
};

/** A translation in capitals, its protected spans aside. */
export const toCapitals = (translated: TranslatedUnit): TranslatedUnit =>
  joinParts(
    partsOf(translated).map((part) =>
      part.span === undefined ? { ...part, text: part.text.toUpperCase() } : part,
    ),
  );
