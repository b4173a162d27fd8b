import { isSpace } from '../../characters.js';
import { findWithin, isIdentifierCode, skipWhile } from './characters.js';
import { firstOf, type Matcher, NO_MATCH } from './matcher.js';
import { fluent } from './messages.js';

const MAX_NAME_UNITS = 100;
const MAX_DOUBLE_UNITS = 200;
const MAX_BLOCK_UNITS = 1000;
const NAME_EXTRAS = new Set(
  '.-[]:$@#\'"()|!?^<>=+*/%&'.split('').map((sign) => sign.charCodeAt(0)),
);

const isNameCode = (code: number): boolean => isIdentifierCode(code) || NAME_EXTRAS.has(code);

/** `{0}`, `{name}`, `{user.name}`, `{0:N2}`, `{}`; any run without white space or braces. */
const simple: Matcher = (text, index) => {
  if (text[index] !== '{') return NO_MATCH;
  const end = skipWhile(text, index + 1, MAX_NAME_UNITS, isNameCode);
  return text[end] === '}' ? end + 1 : NO_MATCH;
};

const between =
  (open: string, close: string, limit: number): Matcher =>
  (text, index) => {
    if (!text.startsWith(open, index)) return NO_MATCH;
    const end = findWithin(text, close, index + open.length, limit);
    return end < 0 ? NO_MATCH : end + close.length;
  };

/**
 * ICU message arguments: `{when, date, short}`, `{n, plural, one {# day} other {# days}}`. A block
 * with branches is protected whole: word order within them is not ours to guess.
 */
const icu: Matcher = (text, index) => {
  if (text[index] !== '{') return NO_MATCH;
  const nameStart = skipWhile(text, index + 1, 4, isSpace);
  const nameEnd = skipWhile(text, nameStart, MAX_NAME_UNITS, isIdentifierCode);
  if (nameEnd === nameStart) return NO_MATCH;
  const comma = skipWhile(text, nameEnd, 4, isSpace);
  if (text[comma] !== ',') return comma > nameEnd && text[comma] === '}' ? comma + 1 : NO_MATCH;
  const limit = Math.min(text.length, index + MAX_BLOCK_UNITS);
  let depth = 1;
  for (let position = comma; position < limit; position++) {
    if (text[position] === '{') depth++;
    else if (text[position] === '}' && --depth === 0) return position + 1;
  }
  return NO_MATCH;
};

/** Everything that begins with `{`: mustache, Jinja, format strings, Fluent and ICU messages. */
export const braces: Matcher = firstOf(
  between('{{{', '}}}', MAX_DOUBLE_UNITS),
  between('{{', '}}', MAX_DOUBLE_UNITS),
  between('{%', '%}', MAX_DOUBLE_UNITS),
  fluent,
  simple,
  icu,
);

/** `${x}`, `#{x}`, `%{x}`: the brace is the second character. */
export const prefixedBraces: Matcher = (text, index) => {
  if (text[index + 1] !== '{') return NO_MATCH;
  const end = skipWhile(
    text,
    index + 2,
    MAX_NAME_UNITS,
    (code) => isNameCode(code) || code === 0x20,
  );
  return text[end] === '}' && end > index + 2 ? end + 1 : NO_MATCH;
};

/** `$name`, but neither `$5` nor the dollar of `US$`. */
export const dollarName: Matcher = (text, index) => {
  const first = text.charCodeAt(index + 1);
  if (!isIdentifierCode(first) || (first >= 0x30 && first <= 0x39)) return NO_MATCH;
  if (isIdentifierCode(text.charCodeAt(index - 1))) return NO_MATCH;
  return skipWhile(text, index + 1, MAX_NAME_UNITS, isIdentifierCode);
};
