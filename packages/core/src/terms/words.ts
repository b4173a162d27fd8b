import type { LanguageTag } from '@dragoman/contract';
import { isAcronym } from './letter-case.js';
import { type Token, tokensOf } from './tokens.js';

/** A word of a text or of a term. */
export interface Word extends Token {
  /** As it is written, however its letters are composed. */
  readonly written: string;
  /** What is the same for words in small and in capital letters. */
  readonly folded: string;
  /** Whether it is in capitals like `IT`, which is another word than `it`. */
  readonly isAcronym: boolean;
}

/** Languages whose small letters differ from those that Unicode has for all others. */
const OWN_LETTERS: ReadonlySet<LanguageTag> = new Set(['az', 'lt', 'tr']);
const ASCII = /^\w*$/;

/** The words of a text, in order. Plain words take the quick way. */
export const wordsOf = (text: string, language: LanguageTag): readonly Word[] => {
  const hasOwnLetters = OWN_LETTERS.has(language);
  return tokensOf(text).map(({ start, end, isSpaced }) => {
    const own = text.slice(start, end);
    const written = ASCII.test(own) ? own : own.normalize('NFC');
    const folded = hasOwnLetters ? written.toLocaleLowerCase(language) : written.toLowerCase();
    const isOther = folded !== written && end - start > 1 && isAcronym(written);
    return { start, end, isSpaced, written, folded, isAcronym: isOther };
  });
};

/** Words as they are written, white space aside. */
export const spellingOf = (words: readonly Word[]): string =>
  words.map(({ written }) => written).join(' ');
