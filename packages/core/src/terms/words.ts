import type { LanguageTag } from '@dragoman/contract';
import { UNSPACED } from '../scripts.js';

/** A word, a sign, or a character of a script without spaces: what terms are compared by. */
interface WordRange {
  readonly start: number;
  readonly end: number;
  /** Whether white space comes before it. */
  readonly isSpaced: boolean;
}

const WORD_OR_SIGN = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\S`,
  'gu',
);

/** Cuts a text into ranges, in order. White space of any kind and length is the same. */
const rangesOf = (text: string): readonly WordRange[] => latinRangesOf(text) ?? allRangesOf(text);

const allRangesOf = (text: string): readonly WordRange[] => {
  const ranges: WordRange[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD_OR_SIGN)) {
    const isSpaced = index > end;
    end = index + word.length;
    ranges.push({ start: index, end, isSpaced });
  }
  return ranges;
};

/** The kinds of characters up to U+024F; those that are rare there are of none. */
const [SPACE, SIGN, WORD] = [1, 2, 3];
const KINDS = Uint8Array.from({ length: 0x250 }, (_, code) => {
  if (code >= 0x80 && code < 0xc0) return 0;
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return SPACE;
  return /[\p{L}\p{N}_]/u.test(character) ? WORD : SIGN;
});

/** The same for texts of Latin letters, ten times as fast; undefined for others. */
const latinRangesOf = (text: string): readonly WordRange[] | undefined => {
  const ranges: WordRange[] = [];
  let end = 0;
  for (let start = 0; start < text.length; start = end) {
    let kind = KINDS[text.charCodeAt(start)];
    let isSpaced = false;
    while (kind === SPACE) {
      isSpaced = true;
      kind = KINDS[text.charCodeAt(++start)];
    }
    if (start >= text.length) break;
    if (!kind) return undefined;
    end = start + 1;
    if (kind === WORD) while (KINDS[text.charCodeAt(end)] === WORD) end++;
    // A mark belongs to the letter before it.
    if (end < text.length && !KINDS[text.charCodeAt(end)]) return undefined;
    ranges.push({ start, end, isSpaced });
  }
  return ranges;
};

/** A word of a text or of a term. */
export interface Word extends WordRange {
  /** As it is written, however its letters are composed. */
  readonly written: string;
  /** What is the same for words in small and in capital letters. */
  readonly folded: string;
  /** Whether it is in capitals like `IT`, which is another word than `it`. */
  readonly isAcronym: boolean;
}

/** Languages whose small letters differ from those that Unicode has for all others. */
const OWN_LETTERS: ReadonlySet<LanguageTag> = new Set(['az', 'lt', 'tr']);
const PLAIN = /^\w*$/;

/** The words of a text, in order. Plain words take the quick way. */
export const wordsOf = (text: string, language: LanguageTag): readonly Word[] => {
  const hasOwnLetters = OWN_LETTERS.has(language);
  return rangesOf(text).map(({ start, end, isSpaced }) => {
    const own = text.slice(start, end);
    const written = PLAIN.test(own) ? own : own.normalize('NFC');
    const folded = hasOwnLetters ? written.toLocaleLowerCase(language) : written.toLowerCase();
    const isOther = folded !== written && end - start > 1 && isAcronym(written);
    return { start, end, isSpaced, written, folded, isAcronym: isOther };
  });
};

/** Words as they are written, white space aside. */
export const spellingOf = (words: readonly Word[]): string =>
  words.map(({ written }) => written).join(' ');

const LETTER = /\p{L}/u;
const FIRST_LETTER = /^(\P{L}*)(\p{L})/u;
/** Names such as `iPhone` and `eBay` keep their letters wherever they stand. */
const HAS_OWN_CAPITALS = /^\P{L}*\p{Ll}+\p{Lu}/u;

const ONLY_ASCII = /^[\0-\x7f]*$/;
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
  ONLY_ASCII.test(word)
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
