import { isDigit, isUpperCase } from './characters.js';
import type { LanguageRules } from './language-rules.js';

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
export const continuesAfterFullStop = (
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
  if (rules.number.has(lower) && (nextIsDigit || ROMAN_NUMERAL.test(nextWord))) return true;
  if (rules.before.has(lower)) return true;
  if (isInitial(token, rules)) return !beginsUsually || isUpperCase(nextWord.slice(1, 2));
  if (rules.either.has(lower) || isDotted(token)) return !beginsUsually;
  return isOrdinal(token, nextWord, nextIsDigit, rules);
};
