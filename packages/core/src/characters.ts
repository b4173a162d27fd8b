import type { LanguageTag } from '@dragoman/contract';

/**
 * White space in Unicode's sense, and two invisible characters that behave like it: the zero-width
 * space and the byte order mark, which many trimming routines lose. False past the end of a text (NaN).
 */
export const isSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  code === 0x85 ||
  code === 0xa0 ||
  code === 0x1680 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f ||
  code === 0x205f ||
  code === 0x3000 ||
  code === 0xfeff;

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The code points of characters. */
export const codes = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((character) => character.codePointAt(0) ?? 0));

const LINE_BREAKS = codes('\n\r\v\f\u0085\u2028\u2029');

/** Sentence ends that need white space after them. */
const SPACED_ENDS = codes('.!?…‽؟۔⁇⁈⁉');
/** Sentence ends that stand without it. */
const UNSPACED_ENDS = codes('。！？．｡︒।॥։။።፧');

const CLOSERS = codes('"\'”’“‘»«›‹)]}」』）】》〉〕］｝');
/** After an unspaced end, a quotation mark that opens must not be taken for one that closes. */
const UNSPACED_CLOSERS = codes('”’」』）】》〉〕］｝)]');
const OPENERS = codes('"\'“‘„‚”’»«›‹([{¿¡—–-*_「『（【《〈〔');
const CLAUSE_MARKS = codes(',;:—–،؛、，；：၊፣.!?…)');
const UNSPACED_CLAUSE_MARKS = codes('、，；：。！？…၊፣');

export const isLineBreak = (code: number): boolean => LINE_BREAKS.has(code);
export const isSpacedEnd = (code: number): boolean => SPACED_ENDS.has(code);
export const isUnspacedEnd = (code: number): boolean => UNSPACED_ENDS.has(code);
export const isCloser = (code: number): boolean => CLOSERS.has(code);
export const isUnspacedCloser = (code: number): boolean => UNSPACED_CLOSERS.has(code);
export const isOpener = (code: number): boolean => OPENERS.has(code);
export const isClauseMark = (code: number): boolean => CLAUSE_MARKS.has(code);
export const isUnspacedClauseMark = (code: number): boolean => UNSPACED_CLAUSE_MARKS.has(code);
/** Roughly a letter or digit: enough to tell a sentence from bare punctuation. */
export const isWordLike = (code: number): boolean =>
  isDigit(code) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0xaa &&
    !(code >= 0x2000 && code <= 0x206f) &&
    !(code >= 0x3000 && code <= 0x3020) &&
    !isCloser(code) &&
    !isOpener(code) &&
    !isUnspacedEnd(code) &&
    !isSpacedEnd(code));

export const isUpperCase = (character: string): boolean =>
  character !== character.toLowerCase() && character === character.toUpperCase();
export const isLowerCase = (character: string): boolean =>
  character !== character.toUpperCase() && character === character.toLowerCase();

/**
 * A text with a capital at its start.
 *
 * @param language decides which capital that is: in Turkish, `i` has one with a dot; without it, as in most
 */
export const capitalised = (text: string, language?: LanguageTag): string => {
  const first = text.slice(0, 1);
  const capital = language === undefined ? first.toUpperCase() : first.toLocaleUpperCase(language);
  return capital + text.slice(1);
};

/** First index from `index` up to `end` that is not white space. */
export const skipSpace = (text: string, index: number, end: number): number => {
  let next = index;
  while (next < end && isSpace(text.charCodeAt(next))) next++;
  return next;
};

/** A range without the white space at its edges; `start` equals `end` when nothing is left. */
export const trimRange = (
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } => {
  const first = skipSpace(text, start, end);
  let last = end;
  while (last > first && isSpace(text.charCodeAt(last - 1))) last--;
  return { start: first, end: last };
};

/** Whether there is anything in a text to translate. */
export const hasLetter = (text: string): boolean => /\p{L}/u.test(text);

/** A word, with apostrophes and hyphens inside it, as the source of a regular expression with `u`. */
export const WORD = "[\\p{L}\\p{M}\\p{N}]+(?:['’·-][\\p{L}\\p{M}\\p{N}]+)*";

/**
 * Alternatives of a regular expression with `u` as whole words, as the source of one.
 *
 * @param besideWords what may not stand beside them, as a character class; without digits, `mila` is a
 *   word of `10mila`
 */
export const wholeWords = (alternatives: string, besideWords = '\\p{L}\\p{M}\\p{N}'): string =>
  `(?<![${besideWords}])(?:${alternatives})(?![${besideWords}])`;

/** Letters and marks, without digits; for {@link wholeWords}. */
export const LETTERS_ONLY = '\\p{L}\\p{M}';

/** The unit of billing and quotas: Unicode code points of the source text. */
export const countCodePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Marks that say in which direction the letters around them are read, as a character class. */
export const DIRECTION_MARKS =
  '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const DIRECTION_MARK_CODES = codes(DIRECTION_MARKS);

/** Whether a character is one of {@link DIRECTION_MARKS}. */
export const isDirectionMark = (code: number): boolean => DIRECTION_MARK_CODES.has(code);

/** Signs of rights, which small models take for words. */
export const LEGAL_SIGN = /[©®℗™]/;

/**
 * Arrows, shapes, stars, boxes and other signs that are no words, as a character class: small models
 * take them for some.
 */
export const DECORATIONS = '\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2900-\u297f\u2b00-\u2bff';

/** A letter of another script than Latin. */
export const OTHER_THAN_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** Of a regular expression that matches this text, the source. */
export const escapeForPattern = (text: string): string =>
  text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The decimals of signs of fractions: `1½` is 1.5. */
export const FRACTION_DECIMALS: Readonly<Record<string, string>> = {
  '¼': '25',
  '½': '5',
  '¾': '75',
};
