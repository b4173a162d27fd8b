import {
  isCloser,
  isDigit,
  isLowerCase,
  isOpener,
  isSpace,
  isSpacedEnd,
  isUnspacedCloser,
  isUnspacedEnd,
  isUpperCase,
  isWordLike,
  skipSpace,
} from '../characters.js';
import { rangeAround, type TextRange } from '../ranges.js';
import { isEastAsian, isHiragana } from '../scripts.js';
import { isAmong, type LanguageRules } from './language-rules.js';

const FULL_STOP = 0x2e;
const STRAIGHT_QUOTE = 0x22;
const GREEK_QUESTION_MARKS = new Set([0x3b, 0x37e]);
/** Quotation marks and dashes before the first letter of a sentence; more are not looked through. */
const MAX_OPENERS = 8;

/** Punctuation that may end a sentence. */
interface EndMark {
  readonly start: number;
  /** After the marks themselves. */
  readonly marksEnd: number;
  /** After closing quotation marks and brackets too. */
  readonly end: number;
  readonly isUnspaced: boolean;
}

const isEnd = (code: number, rules: LanguageRules): boolean =>
  isSpacedEnd(code) ||
  isUnspacedEnd(code) ||
  (rules.language === 'el' && GREEK_QUESTION_MARKS.has(code));

/** A closing guillemet set off by a space, as in French: `« Oui ! » Il part`. */
const skipSpacedGuillemet = (text: string, index: number, end: number): number => {
  if (!isSpace(text.charCodeAt(index)) || index + 1 >= end) return index;
  const mark = text[index + 1];
  if (mark !== '»' && mark !== '›') return index;
  const after = index + 2;
  return after >= end || isSpace(text.charCodeAt(after)) ? after : index;
};

const readEndMark = (
  text: string,
  start: number,
  end: number,
  rules: LanguageRules,
  hasOpenQuote: boolean,
): EndMark => {
  let position = start;
  let marksEnd = start;
  let isUnspaced = false;
  while (position < end) {
    const code = text.charCodeAt(position);
    if (isEnd(code, rules)) {
      isUnspaced = isUnspacedEnd(code);
      marksEnd = position + 1;
    } else if (isUnspaced) {
      if (!isUnspacedCloser(code) && !(code === STRAIGHT_QUOTE && hasOpenQuote)) break;
    } else if (!isCloser(code)) break;
    position++;
  }
  return { start, marksEnd, end: skipSpacedGuillemet(text, position, end), isUnspaced };
};

const skipOpeners = (text: string, start: number, end: number): number => {
  let position = start;
  const limit = Math.min(end, start + MAX_OPENERS);
  while (position < limit && isOpener(text.charCodeAt(position))) {
    position++;
    if (text[position] === ' ' || text[position] === '\u00a0') position++;
  }
  return Math.min(position, end);
};

/** Whether what follows white space after a spaced mark can be a new sentence. */
const canBegin = (text: string, index: number): boolean => {
  const first = text[index] ?? '';
  if (first === ',' || first === ';' || first === ':' || first === ')') return false;
  if (isSpacedEnd(text.charCodeAt(index))) return isUpperCase(text[index + 1] ?? '');
  // iPhone, eBay
  return !isLowerCase(first) || isUpperCase(text[index + 1] ?? '');
};

const MAX_ABBREVIATION_UNITS = 16;
const MAX_STARTER_UNITS = 16;
const NOT_LETTERS = /[^\p{L}\p{M}]/u;
const DIGIT = /\d/;
const TIME_OF_DAY = new Set(['a.m', 'p.m']);
const ROMAN_NUMERAL = /^[IVXLCDM]{1,7}$/;

/** `U.S`, `Ph.D`, `т.е`: short parts with full stops between them. */
const isDotted = (token: string): boolean =>
  token.includes('.') &&
  !DIGIT.test(token) &&
  token.split('.').every((part) => part.length >= 1 && part.length <= 3);

const wordAt = (text: string, index: number): string =>
  text.slice(index, index + MAX_STARTER_UNITS).split(NOT_LETTERS, 1)[0] ?? '';

const isSingleLetter = (token: string): boolean =>
  [...token].length === 1 && token.toLowerCase() !== token.toUpperCase();

/** `I` is a word in English, and sentences end with it: "So do I." */
const isInitial = (token: string, rules: LanguageRules): boolean =>
  isSingleLetter(token) && !(rules.language === 'en' && token === 'I');

const isOrdinal = (
  token: string,
  nextWord: string,
  nextIsDigit: boolean,
  rules: LanguageRules,
): boolean => {
  if (!rules.ordinalDot || token.length > 2 || !/^\d+$/.test(token)) return false;
  if (nextIsDigit) return true;
  if (!rules.capitalNouns) return false;
  return nextWord !== '' && !rules.starters.has(nextWord.toLowerCase());
};

/**
 * Whether the full stop at `stop` belongs to an abbreviation, an initial or an ordinal and the
 * sentence goes on at `next`, which is known not to be lower case.
 */
const continuesAfterFullStop = (
  text: string,
  tokenStart: number,
  stop: number,
  next: number,
  rules: LanguageRules,
): boolean => {
  if (stop - tokenStart > MAX_ABBREVIATION_UNITS || stop <= tokenStart) return false;
  const token = text.slice(tokenStart, stop);
  const lower = token.toLowerCase();
  const nextWord = wordAt(text, next);
  const nextIsDigit = isDigit(text.charCodeAt(next));
  const isBeforeInitial = nextWord.length === 1 && text[next + 1] === '.';
  const beginsUsually = !isBeforeInitial && rules.starters.has(nextWord.toLowerCase());
  if (TIME_OF_DAY.has(lower)) return false;
  if (isAmong(rules.number, token) && (nextIsDigit || ROMAN_NUMERAL.test(nextWord))) return true;
  if (isAmong(rules.before, token)) return true;
  if (isInitial(token, rules)) return !beginsUsually || isUpperCase(nextWord.slice(1, 2));
  if (isAmong(rules.either, token) || isDotted(token)) return !beginsUsually;
  return isOrdinal(token, nextWord, nextIsDigit, rules);
};

/** Whether a sentence ends at a mark; `tokenStart` is where the word before it begins. */
const endsSentence = (
  text: string,
  mark: EndMark,
  end: number,
  tokenStart: number,
  rules: LanguageRules,
): boolean => {
  const following = text.charCodeAt(mark.end);
  if (mark.isUnspaced) {
    if (isSpace(following)) return true;
    const isDecimal = text[mark.marksEnd - 1] === '．' && isDigit(following);
    return !isDecimal && !(mark.end > mark.marksEnd && isHiragana(following));
  }
  if (!isSpace(following)) {
    return text.charCodeAt(mark.marksEnd - 1) !== FULL_STOP && isEastAsian(following);
  }
  const next = skipOpeners(text, skipSpace(text, mark.end, end), end);
  if (!canBegin(text, next)) return false;
  const isPlainStop = mark.end === mark.start + 1 && text.charCodeAt(mark.start) === FULL_STOP;
  return !(isPlainStop && continuesAfterFullStop(text, tokenStart, mark.start, next, rules));
};

/**
 * The sentences of a block, in order, without the white space around them. Every character is
 * looked at a bounded number of times. A sentence holds at least one letter or digit, unless the
 * block has none.
 */
export const findSentences = (
  text: string,
  { start, end }: TextRange,
  rules: LanguageRules,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  const sentences: TextRange[] = [];
  let sentenceStart = start;
  let tokenStart = start;
  let hasWord = false;
  let hasOpenQuote = false;
  let index = start;
  while (index < end) {
    const code = text.charCodeAt(index);
    if (!isEnd(code, rules)) {
      if (isSpace(code) || isOpener(code)) tokenStart = index + 1;
      if (code === STRAIGHT_QUOTE) hasOpenQuote = !hasOpenQuote;
      hasWord ||= isWordLike(code);
      index++;
      continue;
    }
    const mark = readEndMark(text, index, end, rules, hasOpenQuote);
    index = mark.end;
    if (index >= end || !hasWord || rangeAround(unbreakable, index)) continue;
    const isEndOfSentence = endsSentence(text, mark, end, tokenStart, rules);
    index = skipSpace(text, index, end);
    if (index > mark.end) tokenStart = index;
    if (!isEndOfSentence) continue;
    sentences.push({ start: sentenceStart, end: mark.end });
    sentenceStart = index;
    tokenStart = index;
    hasWord = false;
    hasOpenQuote = false;
  }
  if (sentenceStart < end) sentences.push({ start: sentenceStart, end });
  return sentences;
};
