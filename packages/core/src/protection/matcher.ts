import { isDigit } from '../characters.js';

/**
 * Recognises one kind of token at `index`: the index after it, or -1. A matcher looks at most a
 * fixed number of units ahead, so that a scan takes time in proportion to the text.
 */
export type Matcher = (text: string, index: number) => number;

/** The answer of a {@link Matcher} that does not recognise its token. */
export const NO_MATCH = -1;

/** A matcher that tries others in turn. */
export const firstOf =
  (...matchers: readonly Matcher[]): Matcher =>
  (text, index) => {
    for (const matcher of matchers) {
      const end = matcher(text, index);
      if (end > index) return end;
    }
    return NO_MATCH;
  };

const MAX_UNITS = 200;

/**
 * A matcher for what a pattern finds at a place.
 *
 * @param pattern begins with `^`
 * @param maxUnits so much of the text it gets
 */
export const matching =
  (pattern: RegExp, maxUnits = MAX_UNITS): Matcher =>
  (text, index) => {
    const found = pattern.exec(text.slice(index, index + maxUnits))?.[0];
    return found === undefined ? NO_MATCH : index + found.length;
  };

const LETTER = /\p{L}/u;

export const isAsciiLetter = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
export const isAlphanumeric = (code: number): boolean => isAsciiLetter(code) || isDigit(code);
/** Letters, digits and `_`. */
export const isIdentifierCode = (code: number): boolean => isAlphanumeric(code) || code === 0x5f;

/** A letter of an alphabet whose words are set off by spaces, outside ASCII. */
export const isForeignLetter = (code: number): boolean =>
  code >= 0xaa &&
  code < 0x2e80 &&
  !(code >= 0x2000 && code < 0x2c00) &&
  LETTER.test(String.fromCharCode(code));

/** Whether a word goes on across the border before `index`, so that no token can begin there. */
export const isInsideWord = (text: string, index: number): boolean => {
  const before = text.charCodeAt(index - 1);
  return isIdentifierCode(before) || isForeignLetter(before);
};

/**
 * Whether `.`, `-`, `/` or `@` joins `index` to a word before it. A token that began there was looked
 * for already; looking again at every part would take quadratic time.
 */
export const isInsideToken = (text: string, index: number): boolean => {
  const before = text[index - 1];
  if (before === '-' && text[index - 2] === '-') return true;
  return (
    (before === '.' || before === '-' || before === '/' || before === '@') &&
    isIdentifierCode(text.charCodeAt(index - 2))
  );
};

/** First index from `index`, at most `limit` further, where the test fails. */
export const skipWhile = (
  text: string,
  index: number,
  limit: number,
  test: (code: number) => boolean,
): number => {
  const end = Math.min(text.length, index + limit);
  let next = index;
  while (next < end && test(text.charCodeAt(next))) next++;
  return next;
};

/** Index of `needle` from `index` on if it begins within `limit` units, else -1. */
export const findWithin = (text: string, needle: string, index: number, limit: number): number => {
  const found = text.slice(index, index + limit + needle.length).indexOf(needle);
  return found < 0 ? -1 : index + found;
};
