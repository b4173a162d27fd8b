import type { LanguageTag } from '@dragoman/contract';

const LETTER = /\p{L}/u;
const FIRST_LETTER = /^(\P{L}*)(\p{L})/u;
/** Names such as `iPhone` and `eBay` keep their letters wherever they stand. */
const HAS_OWN_CAPITALS = /^\P{L}*\p{Ll}+\p{Lu}/u;

const ASCII = /^[\0-\x7f]*$/;
const TWO_CAPITALS = /[A-Z][^A-Z]*[A-Z]/;

const lettersOf = (text: string): string => text.match(/\p{L}/gu)?.join('') ?? '';

const isCapitals = (letters: string): boolean =>
  [...letters].length > 1 &&
  letters === letters.toUpperCase() &&
  letters.toUpperCase() !== letters.toLowerCase();

/** Whether the first letter of a text is a capital. */
export const startsWithCapital = (text: string): boolean => {
  const first = LETTER.exec(text)?.[0] ?? '';
  return first !== first.toLowerCase();
};

/**
 * How a text writes a term: as the glossary does (`same`), with a capital at the start (`capital`),
 * or in capitals throughout (`capitals`).
 */
export type LetterCase = 'same' | 'capital' | 'capitals';

/** How a text writes a term that it has in other letters. */
export const letterCaseOf = (written: string, source: string): LetterCase => {
  if (isCapitals(lettersOf(written)) && !isCapitals(lettersOf(source))) return 'capitals';
  return startsWithCapital(written) && !startsWithCapital(source) ? 'capital' : 'same';
};

/** Whether a word is written in capitals, like `US` and `IT`, which are other words than `us` and `it`. */
export const isAcronym = (word: string): boolean =>
  ASCII.test(word)
    ? TWO_CAPITALS.test(word) && word === word.toUpperCase()
    : isCapitals(lettersOf(word));

/** A text with a capital as its first letter, unless its first word has one inside. */
export const withCapital = (text: string, language: LanguageTag): string =>
  HAS_OWN_CAPITALS.test(text)
    ? text
    : text.replace(
        FIRST_LETTER,
        (_, before: string, letter: string) => before + letter.toLocaleUpperCase(language),
      );

/** A term's words in the letters of a text that has the term. */
export const inLetterCase = (
  words: string,
  letterCase: LetterCase,
  language: LanguageTag,
): string => {
  if (letterCase === 'capitals') return words.toLocaleUpperCase(language);
  return letterCase === 'capital' ? withCapital(words, language) : words;
};
