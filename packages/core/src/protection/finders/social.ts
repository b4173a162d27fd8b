import { isSpace } from '../../characters.js';
import { isAlphanumeric, isIdentifierCode, isInsideWord, skipWhile } from './characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_UNITS = 100;
const WORD = /[\p{L}\p{M}\p{N}_]/u;
const LETTER = /\p{L}/u;

const isWordCode = (code: number): boolean =>
  isIdentifierCode(code) || (code >= 0xaa && WORD.test(String.fromCharCode(code)));
const isHandleCode = (code: number): boolean =>
  isIdentifierCode(code) || code === 0x2e || code === 0x2d || code === 0x2f;

/** `#topic` with at least one letter; not `#1` nor the `#` of `C#`. */
export const hashtag: Matcher = (text, index) => {
  if (isInsideWord(text, index) || text[index - 1] === '#' || text[index - 1] === '&')
    return NO_MATCH;
  const end = skipWhile(text, index + 1, MAX_UNITS, isWordCode);
  return LETTER.test(text.slice(index + 1, end)) ? end : NO_MATCH;
};

/** `@user` and packages such as `@scope/name`. */
export const mention: Matcher = (text, index) => {
  if (isInsideWord(text, index) || text[index - 1] === '@') return NO_MATCH;
  if (!isIdentifierCode(text.charCodeAt(index + 1))) return NO_MATCH;
  let end = skipWhile(text, index + 1, MAX_UNITS, isHandleCode);
  while ('./-'.includes(text[end - 1] ?? ' ')) end--;
  return end;
};

/** `--to`, `--to=x`, `-v`, standing alone. */
export const flag: Matcher = (text, index) => {
  const before = text.charCodeAt(index - 1);
  if (index > 0 && !isSpace(before) && !'("\'[“‘«„'.includes(text[index - 1] ?? ' '))
    return NO_MATCH;
  const dashes = skipWhile(text, index, 3, (code) => code === 0x2d) - index;
  const nameStart = index + dashes;
  const nameEnd = skipWhile(
    text,
    nameStart,
    MAX_UNITS,
    (code) => isAlphanumeric(code) || code === 0x2d,
  );
  if (dashes === 1) {
    const isSingle = /^[A-Za-z]$/.test(text.slice(nameStart, nameEnd));
    const isAlone = nameEnd >= text.length || /[\s,.;:)\]"'”’»]/.test(text[nameEnd] ?? '');
    return isSingle && isAlone ? nameEnd : NO_MATCH;
  }
  if (dashes !== 2 || !/^[A-Za-z]/.test(text.slice(nameStart, nameEnd))) return NO_MATCH;
  if (text[nameEnd] !== '=') return nameEnd;
  return skipWhile(text, nameEnd + 1, MAX_UNITS, isHandleCode);
};
