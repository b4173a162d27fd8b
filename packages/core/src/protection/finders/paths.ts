import { isSpace } from '../../characters.js';
import {
  isAlphanumeric,
  isAsciiLetter,
  isInsideToken,
  isInsideWord,
  skipWhile,
} from './characters.js';
import { hasKnownExtension } from './identifiers.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_PATH_UNITS = 512;
const PATH_SIGNS = new Set('._-~+@$%*'.split('').map((sign) => sign.charCodeAt(0)));
const SLASH = 0x2f;
const BACKSLASH = 0x5c;

const isPathCode = (code: number): boolean =>
  isAlphanumeric(code) || PATH_SIGNS.has(code) || code === SLASH;
const isWindowsCode = (code: number): boolean =>
  isAlphanumeric(code) || PATH_SIGNS.has(code) || code === BACKSLASH;

const withoutStops = (text: string, start: number, end: number): number => {
  let last = end;
  while (last > start && text[last - 1] === '.') last--;
  return last;
};

const canBegin = (text: string, index: number): boolean =>
  index === 0 ||
  isSpace(text.charCodeAt(index - 1)) ||
  '("\'[=:“‘«„'.includes(text[index - 1] ?? ' ');

/** `/usr/lib/x`, `./a/b.ts`, `../x`, `~/x`. A lone `/` or `./` is none. */
export const unixPath: Matcher = (text, index) => {
  if (!canBegin(text, index)) return NO_MATCH;
  const slash = skipWhile(text, index, 2, (code) => code === 0x2e || code === 0x7e);
  if (text[slash] !== '/' || !isAlphanumeric(text.charCodeAt(slash + 1))) {
    const isHidden = text[slash] === '/' && /^[._@-][a-z]/i.test(text.slice(slash + 1, slash + 3));
    if (!isHidden) return NO_MATCH;
  }
  return withoutStops(text, index, skipWhile(text, slash, MAX_PATH_UNITS, isPathCode));
};

/** `C:\dir\x` and `\\server\share`. */
export const windowsPath: Matcher = (text, index) => {
  const isDrive =
    isAsciiLetter(text.charCodeAt(index)) && text[index + 1] === ':' && text[index + 2] === '\\';
  const isShare = text.startsWith('\\\\', index) && isAlphanumeric(text.charCodeAt(index + 2));
  if (isInsideWord(text, index) || !(isDrive || isShare)) return NO_MATCH;
  return withoutStops(text, index, skipWhile(text, index + 2, MAX_PATH_UNITS, isWindowsCode));
};

/** `src/index.ts`: words joined by slashes are a path only when a file name or a slash ends them. */
export const relativePath: Matcher = (text, index) => {
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  if (!isAlphanumeric(text.charCodeAt(index))) return NO_MATCH;
  const end = withoutStops(text, index, skipWhile(text, index, MAX_PATH_UNITS, isPathCode));
  const path = text.slice(index, end);
  const isFolder = /^[\w.-]+\/(?:[\w.-]+\/)+$/.test(path);
  return isFolder || (path.includes('/') && hasKnownExtension(path)) ? end : NO_MATCH;
};
