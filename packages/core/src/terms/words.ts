import type { LanguageTag } from '@dragoman/contract';
import { isAcronym } from './letter-case.js';

/** A word, a sign, or a character of a script without spaces: what terms are compared by. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** Whether white space comes before it. */
  readonly isSpaced: boolean;
}

/** Scripts in which a word may begin and end between any two characters. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const TOKEN = new RegExp(
  `[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\S`,
  'gu',
);

/** Cuts a text into tokens, in order. White space of any kind and length is the same. */
const tokensOf = (text: string): readonly Token[] => latinTokensOf(text) ?? allTokensOf(text);

const allTokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isSpaced = index > end;
    end = index + token.length;
    tokens.push({ start: index, end, isSpaced });
  }
  return tokens;
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
const latinTokensOf = (text: string): readonly Token[] | undefined => {
  const tokens: Token[] = [];
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
    tokens.push({ start, end, isSpaced });
  }
  return tokens;
};

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
