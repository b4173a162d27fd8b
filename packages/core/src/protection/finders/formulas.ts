import { isAsciiLetter, isInsideToken, isInsideWord } from './characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_UNITS = 120;
const MAX_DEPTH = 4;
// A number, perhaps with a letter (`3x`) or an exponent (`1e-5`), or one letter, perhaps with an
// index (`x1`) or arguments (`f(x)`); brackets around it belong to the formula.
const OPERAND =
  /([-−]?\({0,4})(\d{1,12}(?:[.,]\d{1,12})?(?:([eE][-+]?\d{1,4})|[A-Za-z])?|[A-Za-z\u0370-\u03ff](?:[A-Za-z]{0,2}\d{1,4}|\([A-Za-z0-9 ,+*-]{1,20}\))?)(\){0,4})(?![\p{L}\p{N}_'’(])/uy;
// An operator has spaces on both sides or on none; `<` and `>` without spaces may be a tag.
const OPERATOR =
  /(?:[ \u00a0](?:([=+*^≤≥≠≈×÷±·<>]|[<>=!:]=)|[−/-])[ \u00a0]|([=+*^×÷·≤≥≠])|[−/-])/uy;

/**
 * Formulas such as `y = 3x + 2`, `(a + b) * c`, `i < n` and `f(x) = x^2`, and numbers with an exponent.
 * Every operand is a number or one letter, so that no word is taken for one.
 */
export const formula: Matcher = (text, index) => {
  const isWord = isAsciiLetter(text.charCodeAt(index)) && isAsciiLetter(text.charCodeAt(index + 1));
  if (isWord || isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const limit = index + MAX_UNITS;
  let end = NO_MATCH;
  let depth = 0;
  let isFormula = false;
  let position = index;
  while (position < limit && depth <= MAX_DEPTH) {
    OPERAND.lastIndex = position;
    const [found, opened, core = '', exponent, closed] = OPERAND.exec(text) ?? [];
    if (found === undefined) break;
    depth += countOf(opened, '(');
    const open = Math.min(depth, closed?.length ?? 0);
    depth -= open;
    const stop = position + (opened?.length ?? 0) + core.length + open;
    if (depth === 0 && (isFormula || exponent !== undefined)) end = stop;
    // A bracket that is not the formula's own ends it.
    if (stop < position + found.length) break;
    OPERATOR.lastIndex = stop;
    const [operator, spaced, tight] = OPERATOR.exec(text) ?? [];
    if (operator === undefined) break;
    isFormula ||= spaced !== undefined || tight !== undefined;
    position = stop + operator.length;
  }
  return end;
};

const countOf = (text: string | undefined, sign: string): number =>
  text === undefined ? 0 : text.split(sign).length - 1;
