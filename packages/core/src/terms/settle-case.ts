import type { TranslationUnit } from '../engine/engine.js';
import { isTagKind, partsOf, unchanged } from '../protection/placed-spans.js';
import { type LetterCase, startsWithCapital, withCapital } from './letter-case.js';
import { hasWord, type TermPart, type UnitTerm } from './rewrite-unit.js';
import type { TermMatcher } from './term-matcher.js';

/**
 * Writes the terms of a translation with the capitals they have in the source. A capital at the start
 * of a sentence is the sentence's: it goes to the first word of the translation, whichever that is.
 */
export const settleCase = (
  unit: TranslationUnit,
  terms: readonly UnitTerm[],
  parts: readonly TermPart[],
  matcher: Pick<TermMatcher, 'write' | 'pair'>,
): readonly TermPart[] => {
  const isSentence = startsWithCapital(textOf(unit));
  const { target } = matcher.pair;
  let isAtStart = true;
  return parts.map((part) => {
    const term = terms[part.term ?? -1];
    const isFirst = isAtStart && hasWord(part.text) && part.span === undefined;
    if (hasWord(part.text) && !isTagOf(unit, part)) isAtStart = false;
    if (term) {
      const letterCase = caseOf(term, isFirst && isSentence);
      return { ...part, text: matcher.write({ term: term.term, letterCase }) };
    }
    // The engine saw no first word to take the capital from.
    const lostCapital = isFirst && isSentence && terms[0]?.isFirst === true;
    return lostCapital ? { ...part, text: withCapital(part.text, target) } : part;
  });
};

const caseOf = ({ term, letterCase, isFirst }: UnitTerm, startsSentence: boolean): LetterCase => {
  if (letterCase === 'capitals') return 'capitals';
  if (!startsSentence) return isFirst ? 'same' : letterCase;
  // What is the same in both languages is a name, such as `npm`.
  const isName = term.source === term.target;
  return letterCase === 'same' && isName ? 'same' : 'capital';
};

const textOf = (unit: TranslationUnit): string =>
  partsOf(unchanged(unit))
    .map((part) => (isTagOf(unit, part) ? '' : part.text))
    .join('');

const isTagOf = (unit: TranslationUnit, { span }: TermPart): boolean =>
  span !== undefined && isTagKind(unit.protectedSpans[span]?.kind);
