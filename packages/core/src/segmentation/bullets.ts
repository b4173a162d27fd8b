import { isDigit, isLowerCase, isSpace, skipSpace } from './characters.js';
import type { LanguageRules } from './language-rules.js';

const SIGNS = new Set('-–—−•*·‣◦▪▫■□●○◆◇✓✔✗→►▶+>#'.split(''));
const BOXES = new Set(['[ ]', '[x]', '[X]']);
const ROMAN = /^[ivxIVX]{1,4}$/;
const MAX_BULLETS = 4;
const MAX_NUMBER_UNITS = 12;

const signEnd = (text: string, start: number): number => {
  const sign = text[start] ?? '';
  if (BOXES.has(text.slice(start, start + 3))) return start + 3;
  if (!SIGNS.has(sign)) return start;
  if (sign !== '#') return start + 1;
  let end = start;
  while (end < start + 6 && text[end] === '#') end++;
  return end;
};

const isLetterLabel = (label: string): boolean =>
  (label.length === 1 && label.toLowerCase() !== label.toUpperCase()) || ROMAN.test(label);

const isNumberLabel = (label: string): boolean => /^\d{1,3}(?:\.\d{1,3}){0,3}$/.test(label);

/** `1.`, `1.2.`, `1)`, `(1)`, `a)`, `(iv)`, and where it ends. */
const numberEnd = (text: string, start: number, end: number, rules: LanguageRules): number => {
  const open = text[start] === '(' ? 1 : 0;
  let stop = start + open;
  const limit = Math.min(end, stop + MAX_NUMBER_UNITS);
  while (stop < limit && text[stop] !== ')' && !isSpace(text.charCodeAt(stop))) stop++;
  if (text[stop] === ')') {
    const label = text.slice(start + open, stop);
    return isNumberLabel(label) || isLetterLabel(label) ? stop + 1 : start;
  }
  if (open === 1 || text[stop - 1] !== '.' || !isNumberLabel(text.slice(start, stop - 1)))
    return start;
  return isOrdinal(text, stop, end, rules) ? start : stop;
};

/** Whether `5.` begins "5. mai" or "5. Mai", in a language that writes ordinals so. */
const isOrdinal = (text: string, stop: number, end: number, rules: LanguageRules): boolean => {
  if (!rules.ordinalDot) return false;
  const next = skipSpace(text, stop, end);
  return (
    isLowerCase(text[next] ?? '') ||
    isDigit(text.charCodeAt(next)) ||
    rules.isMonth(text.slice(next, next + 12))
  );
};

/**
 * Where the text of a line begins after its bullets and numbers, if it has any. A bullet is
 * followed by white space or stands alone.
 */
export const skipBullets = (
  text: string,
  start: number,
  end: number,
  rules: LanguageRules,
): number => {
  let position = start;
  for (let count = 0; count < MAX_BULLETS && position < end; count++) {
    const afterSign = signEnd(text, position);
    const after = afterSign > position ? afterSign : numberEnd(text, position, end, rules);
    if (after === position || after > end) break;
    if (after < end && !isSpace(text.charCodeAt(after))) break;
    position = skipSpace(text, after, end);
  }
  return position;
};
