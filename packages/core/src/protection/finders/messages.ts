import { isSpace } from '../../characters.js';
import { isIdentifierCode, skipWhile } from './characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_UNITS = 200;
const OPENING = '(["\'“‘«¿¡>';

/** A matcher for what a pattern finds at a place. @param pattern begins with `^` */
const matching =
  (pattern: RegExp): Matcher =>
  (text, index) => {
    const found = pattern.exec(text.slice(index, index + MAX_UNITS))?.[0];
    return found === undefined ? NO_MATCH : index + found.length;
  };

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
export const fluent = matching(
  /^\{[ \t]{0,4}(?:-[a-z][\w-]*(?:\.[\w-]+)?|\$[A-Za-z][\w-]*(?:\.[\w-]+)?|[A-Z][A-Z0-9_-]*(?=\())(?:\([^(){}\n]{0,120}\))?[ \t]{0,4}\}/,
);

/** `<:cat:12345>`, `<@12345>` and the like, as chats write emoji, people and dates. */
export const chatMention = matching(/^<(?:a?:\w{1,40}:|[@#][!&]?|t:)\d{1,25}(?::[A-Za-z])?>/);

/** `$t(common.hello)`, `$t(nested, {"count": 3})` of i18next: a name with its arguments. */
export const dollarCall: Matcher = (text, index) => {
  const nameEnd = skipWhile(text, index + 1, 30, isIdentifierCode);
  if (nameEnd === index + 1 || text[nameEnd] !== '(') return NO_MATCH;
  if (isIdentifierCode(text.charCodeAt(index - 1))) return NO_MATCH;
  const limit = Math.min(text.length, index + MAX_UNITS);
  let depth = 0;
  for (let position = nameEnd; position < limit; position++) {
    if (text[position] === '(') depth++;
    else if (text[position] === ')' && --depth === 0) return position + 1;
  }
  return NO_MATCH;
};
