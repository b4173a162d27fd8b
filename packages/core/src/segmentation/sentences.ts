import { continuesAfterFullStop } from './abbreviation-check.js';
import {
  isCloser,
  isDigit,
  isEastAsian,
  isHiragana,
  isLowerCase,
  isOpener,
  isSpace,
  isSpacedEnd,
  isUnspacedCloser,
  isUnspacedEnd,
  isUpperCase,
  isWordLike,
  skipSpace,
} from './characters.js';
import type { LanguageRules } from './language-rules.js';
import type { TextRange } from './segmentation.js';
import { rangeAround } from './unbreakable.js';

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
