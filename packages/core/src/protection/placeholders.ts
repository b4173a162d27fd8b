import { isDirectionMark } from '../characters.js';
import type { TextRange } from '../ranges.js';
import { UNSPACED_LETTER } from '../scripts.js';
import {
  bankAccount,
  bareUrl,
  email,
  networkAddress,
  relativePath,
  telephone,
  unixPath,
  url,
  windowsPath,
} from './addresses.js';
import { assignment, backticks, formula, identifier, shebang } from './identifiers.js';
import {
  firstOf,
  isAlphanumeric,
  isForeignLetter,
  isIdentifierCode,
  type Matcher,
  skipWhile,
} from './matcher.js';
import { postal } from './postal.js';
import {
  copyrightNotice,
  emoji,
  emoticon,
  flag,
  hashtag,
  keycap,
  laughter,
  mention,
} from './signs.js';
import {
  angle,
  braces,
  colonName,
  dollarCall,
  dollarName,
  entity,
  linkedMessage,
  percentName,
  prefixedBraces,
  printf,
} from './templates.js';

const MAX_WORD_UNITS = 256;
/** No word of a language has more letters: the longest German ones have some 80. */
const LONGEST_WORD_UNITS = 100;
const HYPHEN = 0x2d;

const plainWord = firstOf(laughter, postal, bankAccount, telephone, formula, identifier);
const anyWord = firstOf(
  laughter,
  postal,
  keycap,
  url,
  bareUrl,
  email,
  windowsPath,
  relativePath,
  networkAddress,
  bankAccount,
  telephone,
  formula,
  assignment,
  identifier,
);
/** Signs after which a token does not go on; most words end with one. */
const ENDS_TOKEN = new Set(Array.from(' \n\t\r,;!?)"\'', (sign) => sign.charCodeAt(0)));

const word: Matcher = (text, index) => {
  const end = skipWhile(text, index, MAX_WORD_UNITS, isIdentifierCode);
  const isPlain = end === text.length || ENDS_TOKEN.has(text.charCodeAt(end));
  return (isPlain ? plainWord : anyWord)(text, index);
};

const BY_SIGN: Readonly<Record<string, Matcher>> = {
  '%': firstOf(prefixedBraces, percentName, printf),
  '{': braces,
  $: firstOf(prefixedBraces, dollarCall, dollarName),
  '<': angle,
  '&': entity,
  '`': backticks,
  '#': firstOf(shebang, keycap, prefixedBraces, hashtag),
  '(': formula,
  '+': telephone,
  ':': firstOf(emoticon, networkAddress, colonName),
  ';': emoticon,
  '=': emoticon,
  '*': keycap,
  '@': firstOf(linkedMessage, mention),
  '-': flag,
  '/': unixPath,
  '.': unixPath,
  '~': unixPath,
  '\\': windowsPath,
  _: word,
};

const mayBeEmoji = (code: number): boolean =>
  code === 0xa9 ||
  code === 0xae ||
  (code >= 0x203c && code <= 0x32ff) ||
  (code >= 0xd83c && code <= 0xd83e);

const sign = firstOf(copyrightNotice, emoji);

const directionMarks: Matcher = (text, index) =>
  skipWhile(text, index, MAX_WORD_UNITS, isDirectionMark);

const matcherAt = (text: string, index: number): Matcher | undefined => {
  const code = text.charCodeAt(index);
  if (isAlphanumeric(code)) return word;
  if (code < 0x80) return BY_SIGN[text[index] ?? ''];
  if (isDirectionMark(code)) return directionMarks;
  return mayBeEmoji(code) ? sign : undefined;
};

/** Whole sentences are written without a space. */
const hasNoSpaces = (code: number): boolean =>
  code >= FIRST_UNSPACED && UNSPACED_LETTER.test(String.fromCharCode(code));

/** Of Thai; the scripts before it have spaces. */
const FIRST_UNSPACED = 0xe00;

const isOfWord = (code: number): boolean =>
  isIdentifierCode(code) || code === HYPHEN || (isForeignLetter(code) && !hasNoSpaces(code));

/** What is longer than any word is data. A model would write as much nonsense, at a cost. */
const endOfData = (text: string, index: number): number => {
  if (isOfWord(text.charCodeAt(index - 1))) return -1;
  const end = skipWhile(text, index, LONGEST_WORD_UNITS + 1, isOfWord);
  if (end - index <= LONGEST_WORD_UNITS) return -1;
  return skipWhile(text, end, text.length, isOfWord);
};

/** The rest of an ordinary word, or one sign. */
const skipWord = (text: string, index: number): number => {
  const code = text.charCodeAt(index);
  if (!isIdentifierCode(code) && !isForeignLetter(code)) return index + 1;
  return skipWhile(
    text,
    index,
    MAX_WORD_UNITS,
    (next) => isIdentifierCode(next) || isForeignLetter(next),
  );
};

/**
 * What must come back verbatim from any translation: placeholders of format strings and
 * templates, addresses, numbers of bank accounts and telephones, paths, code, formulas, tags, entities, emoji,
 * hashtags, mentions, command-line flags, names from programs and what is too long to be a word. In
 * order, not overlapping. Takes time in proportion to the length of the text, whatever it holds.
 */
export const findProtectedSpans = (text: string): readonly TextRange[] => {
  const spans: TextRange[] = [];
  let index = 0;
  while (index < text.length) {
    const data = endOfData(text, index);
    const end = data > index ? data : (matcherAt(text, index)?.(text, index) ?? -1);
    if (end > index) {
      spans.push({ start: index, end });
      index = end;
    } else {
      index = skipWord(text, index);
    }
  }
  return spans;
};
