import { isDigit, isSpace } from '../characters.js';
import {
  findWithin,
  firstOf,
  isAsciiLetter,
  isIdentifierCode,
  type Matcher,
  matching,
  NO_MATCH,
  skipWhile,
} from './matcher.js';

const MAX_CALL_UNITS = 200;
const OPENING = '(["\'“‘«¿¡>';

const beginsWord = (text: string, index: number): boolean =>
  index === 0 || isSpace(text.charCodeAt(index - 1)) || OPENING.includes(text[index - 1] ?? ' ');

const namedColon = matching(/^:(?:[a-z0-9_+-]{1,50}:(?!:)|[A-Za-z_]\w{0,50}(?![\w:]))/);
/** `:name` of Laravel and SQL, `:smile:` of chats. */
export const colonName: Matcher = (text, index) =>
  beginsWord(text, index) ? namedColon(text, index) : NO_MATCH;

const namedPercent = matching(/^%[A-Za-z_][\w.-]{1,60}%(?![\w%])/);
/** `%name%` of Symfony and Windows. */
export const percentName: Matcher = (text, index) =>
  isIdentifierCode(text.charCodeAt(index - 1)) ? NO_MATCH : namedPercent(text, index);

/** `@:message.hello`, `@.lower:message.hello` and `@:{'message.hello'}` of Vue I18n. */
export const linkedMessage = matching(
  /^@(?:\.[a-z]{1,20})?:(?:\{[^{}\n]{1,100}\}|\([\w.]{1,100}\)|\w+(?:\.\w+)*)/,
);

/** `{ $name }`, `{ -brand-name }`, `{ NUMBER($n, digits: 2) }` of Fluent. */
const fluent = matching(
  /^\{[ \t]{0,4}(?:-[a-z][\w-]*(?:\.[\w-]+)?|\$[A-Za-z][\w-]*(?:\.[\w-]+)?|[A-Z][A-Z0-9_-]*(?=\())(?:\([^(){}\n]{0,120}\))?[ \t]{0,4}\}/,
);

/** `<:cat:12345>`, `<@12345>` and the like, as chats write emoji, people and dates. */
const chatMention = matching(/^<(?:a?:\w{1,40}:|[@#][!&]?|t:)\d{1,25}(?::[A-Za-z])?>/);

/** `$t(common.hello)`, `$t(nested, {"count": 3})` of i18next: a name with its arguments. */
export const dollarCall: Matcher = (text, index) => {
  const nameEnd = skipWhile(text, index + 1, 30, isIdentifierCode);
  if (nameEnd === index + 1 || text[nameEnd] !== '(') return NO_MATCH;
  if (isIdentifierCode(text.charCodeAt(index - 1))) return NO_MATCH;
  const limit = Math.min(text.length, index + MAX_CALL_UNITS);
  let depth = 0;
  for (let position = nameEnd; position < limit; position++) {
    if (text[position] === '(') depth++;
    else if (text[position] === ')' && --depth === 0) return position + 1;
  }
  return NO_MATCH;
};

const MAX_CONVERSION_UNITS = 80;
/**
 * C, Python and Objective-C conversions, and the commonest of strftime. There is no space flag:
 * "50% of" would be one.
 */
const CONVERSION =
  /^%(?:%|@|\(\w{1,60}\)[-+0#]{0,3}\d{0,4}(?:\.\d{1,3})?[a-zA-Z]|(?:\d{1,2}\$)?[-+0#']{0,4}(?:\d{1,4}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[jztLq])?[dDiuUfFeEgGxXoscCpSr@]|[YmHMBbApjZyIR])/;

/** `%s`, `%1$s`, `%-5.2f`, `%(name)s`, `%@`, `%%`; not a percentage such as `50%d`. */
export const printf: Matcher = (text, index) => {
  const found = CONVERSION.exec(text.slice(index, index + MAX_CONVERSION_UNITS))?.[0];
  if (found === undefined) return NO_MATCH;
  const isAfterNumber = isDigit(text.charCodeAt(index - 1));
  if (isAfterNumber && found !== '%%' && !found.includes('$') && !found.includes('('))
    return NO_MATCH;
  return index + found.length;
};

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

const MAX_TAG_UNITS = 400;
const MAX_COMMENT_UNITS = 500;
const MAX_INSTRUCTION_UNITS = 200;
/** `<b>`, `</b>`, `<br/>`, `<a href="x">`. A `>` in a quoted value does not end it; another `<` does. */
const tag: Matcher = (text, index) => {
  const nameStart = text[index + 1] === '/' ? index + 2 : index + 1;
  if (!isAsciiLetter(text.charCodeAt(nameStart))) return NO_MATCH;
  const limit = Math.min(text.length, index + MAX_TAG_UNITS);
  let quote = '';
  for (let position = nameStart + 1; position < limit; position++) {
    const unit = text[position] ?? '';
    if (quote !== '') {
      if (unit === quote) quote = '';
    } else if (unit === '>') return position + 1;
    else if (unit === '<') return NO_MATCH;
    else if ((unit === '"' || unit === "'") && text[position - 1] === '=') quote = unit;
  }
  return NO_MATCH;
};

/** `<0>`, `</0>`, `<1/>`: the numbered elements of translated components. */
const numberedTag = matching(/^<(?:\/?\d{1,3}|\d{1,3} ?\/)>/, 8);

/** Tags, comments, declarations and template instructions in text that is not treated as markup. */
export const angle: Matcher = firstOf(
  between('<%', '%>', MAX_INSTRUCTION_UNITS),
  between('<!--', '-->', MAX_COMMENT_UNITS),
  between('<![CDATA[', ']]>', MAX_COMMENT_UNITS),
  between('<?', '?>', MAX_INSTRUCTION_UNITS),
  chatMention,
  numberedTag,
  tag,
);

/** `&nbsp;`, `&#160;`, `&#xA0;`. */
export const entity = matching(
  /^&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/,
  36,
);
