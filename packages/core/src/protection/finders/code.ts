import { isIdentifierCode, isInsideToken, isInsideWord, skipWhile } from './characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const BACKTICK = 0x60;
const MAX_CODE_UNITS = 1000;

/** `#!/bin/sh` at the start of a line, with all that follows on it. */
export const shebang: Matcher = (text, index) => {
  if (!text.startsWith('#!/', index) || (index > 0 && text[index - 1] !== '\n')) return NO_MATCH;
  return skipWhile(text, index, MAX_CODE_UNITS, (code) => code !== 0x0a && code !== 0x0d);
};

const ATTRIBUTE = /^[A-Za-z_][\w:.-]{0,60}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')/;
const SCOPED = /^[A-Za-z_]\w{0,60}(?:::~?[A-Za-z_]\w{0,60}){1,8}(?![\w:])(?:\(\))?/;
const MAX_ATTRIBUTE_UNITS = 280;

const isNameCode = (code: number): boolean =>
  isIdentifierCode(code) || code === 0x3a || code === 0x2e || code === 0x2d;

/** `size="medium"`, `std::vector`. */
export const assignment: Matcher = (text, index) => {
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const nameEnd = skipWhile(text, index, 61, isNameCode);
  if (text[nameEnd] !== '=' && !text.slice(index, nameEnd).includes('::')) return NO_MATCH;
  const ahead = text.slice(index, index + MAX_ATTRIBUTE_UNITS);
  const found = (ATTRIBUTE.exec(ahead) ?? SCOPED.exec(ahead))?.[0];
  return found === undefined ? NO_MATCH : index + found.length;
};

/** Code between as many backticks as it began with, up to 1,000 units. */
export const backticks: Matcher = (text, index) => {
  if (text[index - 1] === '`') return NO_MATCH;
  const open = skipWhile(text, index, MAX_CODE_UNITS, (code) => code === BACKTICK);
  const count = open - index;
  const limit = Math.min(text.length, open + MAX_CODE_UNITS);
  let run = 0;
  for (let position = open; position <= limit; position++) {
    if (position < text.length && text.charCodeAt(position) === BACKTICK) run++;
    else if (run === count) return position;
    else run = 0;
  }
  return NO_MATCH;
};
