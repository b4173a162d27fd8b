import { isDigit, isSpace } from '../characters.js';
import { DOMAINS, hasKnownExtension } from './identifiers.js';
import {
  isAlphanumeric,
  isAsciiLetter,
  isForeignLetter,
  isInsideToken,
  isInsideWord,
  type Matcher,
  NO_MATCH,
  skipWhile,
} from './matcher.js';

const MAX_URL_UNITS = 2048;
const MAX_SCHEME_UNITS = 16;
const MAX_LOCAL_UNITS = 64;
const MAX_DOMAIN_UNITS = 253;
const URL_SIGNS = new Set("-._~:/?#[]@!$&'()*+,;=%".split('').map((sign) => sign.charCodeAt(0)));
const TRAILING = new Set(".,;:!?'".split(''));
const PREFIXES = ['www.', 'mailto:', 'tel:'];
const LOCAL_SIGNS = new Set('._%+-'.split('').map((sign) => sign.charCodeAt(0)));

const isHostCode = (code: number): boolean =>
  isAlphanumeric(code) || code === 0x2e || code === 0x2d || code === 0x3a;
const isUrlCode = (code: number): boolean =>
  isAlphanumeric(code) || URL_SIGNS.has(code) || isForeignLetter(code);

/** Where an address ends once punctuation of the sentence around it is left off. */
const withoutTrailing = (text: string, start: number, end: number): number => {
  let opened = 0;
  for (let index = start; index < end; index++) {
    if (text[index] === '(' || text[index] === '[') opened++;
    else if (text[index] === ')' || text[index] === ']') opened--;
  }
  let last = end;
  while (last > start) {
    const unit = text[last - 1] ?? '';
    if (TRAILING.has(unit)) last--;
    else if ((unit === ')' || unit === ']') && opened < 0) {
      opened++;
      last--;
    } else break;
  }
  return last;
};

const bodyStart = (text: string, index: number): number => {
  const schemeEnd = skipWhile(text, index, MAX_SCHEME_UNITS, isAlphanumeric);
  if (text.startsWith('://', schemeEnd)) return schemeEnd + 3;
  const start = text.slice(index, index + 7).toLowerCase();
  const prefix = PREFIXES.find((candidate) => start.startsWith(candidate));
  return prefix === undefined ? NO_MATCH : index + prefix.length;
};

/** `https://example.org/a?b=c`, `www.example.org`, `mailto:a@b.org`. */
export const url: Matcher = (text, index) => {
  if (!isAsciiLetter(text.charCodeAt(index)) || isInsideWord(text, index)) return NO_MATCH;
  const start = bodyStart(text, index);
  if (start < 0) return NO_MATCH;
  const end = withoutTrailing(text, start, skipWhile(text, start, MAX_URL_UNITS, isUrlCode));
  return end > start ? end : NO_MATCH;
};

const HOST = /^(?:[A-Za-z0-9-]{1,63}\.){1,8}([A-Za-z]{2,24})(?::\d{2,5})?(?=\/)/;

/** `example.org/a?b=c`: a host and a path without a scheme. */
export const bareUrl: Matcher = (text, index) => {
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const hostEnd = skipWhile(text, index, MAX_DOMAIN_UNITS, isHostCode);
  if (text[hostEnd] !== '/') return NO_MATCH;
  const [host, domain = ''] = HOST.exec(text.slice(index, hostEnd + 1)) ?? [];
  if (host === undefined || !DOMAINS.has(domain.toLowerCase())) return NO_MATCH;
  return withoutTrailing(text, index, skipWhile(text, hostEnd, MAX_URL_UNITS, isUrlCode));
};

const isLocalCode = (code: number): boolean => isAlphanumeric(code) || LOCAL_SIGNS.has(code);
const isDomainCode = (code: number): boolean =>
  isAlphanumeric(code) || code === 0x2e || code === 0x2d || isForeignLetter(code);

/** `first.last+tag@example.org`. */
export const email: Matcher = (text, index) => {
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const at = skipWhile(text, index, MAX_LOCAL_UNITS, isLocalCode);
  if (at === index || text[at] !== '@') return NO_MATCH;
  let end = skipWhile(text, at + 1, MAX_DOMAIN_UNITS, isDomainCode);
  while (text[end - 1] === '.' || text[end - 1] === '-') end--;
  const domain = text.slice(at + 1, end);
  return /^[^.-][^.]*(?:\.[^.]+)+$/.test(domain) ? end : NO_MATCH;
};

const MAX_NETWORK_UNITS = 64;
const HARDWARE = /^(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5})$/;
const GROUP = '[0-9A-Fa-f]{1,4}';
const FULL = new RegExp(`^${GROUP}(?::${GROUP}){7}$`);
const SHORT = new RegExp(`^(?:${GROUP}(?::${GROUP}){0,6})?::(?:${GROUP}(?::${GROUP}){0,6})?$`);

const isHexCode = (code: number): boolean =>
  (code >= 0x30 && code <= 0x3a) ||
  (code >= 0x41 && code <= 0x46) ||
  (code >= 0x61 && code <= 0x66);
const isHardwareCode = (code: number): boolean => isHexCode(code) || code === 0x2d;

/** An IBAN in groups of four, or without them: letters only in the country and the first group. */
const ACCOUNT =
  /^[A-Z]{2}\d{2}(?: ?[A-Z]{4})?(?: ?(?=[A-Z]{0,3}\d)[A-Z\d]{4}){2,7}(?: ?(?=[A-Z]{0,2}\d)[A-Z\d]{1,3})?(?![A-Za-z\d])/;
const MAX_ACCOUNT_UNITS = 44;

/** Numbers of bank accounts, such as `GB29 NWBK 6016 1331 9268 19`. */
export const bankAccount: Matcher = (text, index) => {
  if (!isDigit(text.charCodeAt(index + 2)) || !isDigit(text.charCodeAt(index + 3))) return NO_MATCH;
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const found = ACCOUNT.exec(text.slice(index, index + MAX_ACCOUNT_UNITS));
  return found ? index + found[0].length : NO_MATCH;
};

/**
 * International, in pairs of digits, or with an area code that begins with 0: no date is written so.
 * Each group has its separator, so that digits can be divided in one way only.
 */
const TELEPHONE =
  /^(?:\+\d{1,15}(?:[ .\u00a0-]?\(\d{1,4}\)\d{0,12})?(?:[ ./\u00a0-]\d{1,12}){0,6}|0\d(?:[ .\u00a0]\d{2}){4}|(?:0\d[ \u00a0-]\d{6,8}|0\d{2,4}[ /\u00a0-]\d{3,8})(?:[ \u00a0-]\d{2,5}){0,3})(?![\d.,]*[\p{L}\d])/u;
const MAX_TELEPHONE_UNITS = 40;
const TELEPHONE_DIGITS = { least: 8, most: 15 };

/** Numbers of telephones, such as `+33 1 42 68 53 00`, `01 42 68 53 00` and `030 1234567`. */
export const telephone: Matcher = (text, index) => {
  if (text[index] !== '+' && text[index] !== '0') return NO_MATCH;
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  const [number = ''] = TELEPHONE.exec(text.slice(index, index + MAX_TELEPHONE_UNITS)) ?? [];
  const digits = number.replace(/\D/g, '').length;
  const { least, most } = TELEPHONE_DIGITS;
  return digits >= least && digits <= most ? index + number.length : NO_MATCH;
};

/** Hardware addresses (`AA:BB:CC:DD:EE:FF`) and those of IPv6 (`fe80::1`, `2001:db8::/32`). */
export const networkAddress: Matcher = (text, index) => {
  if (isInsideWord(text, index) || isInsideToken(text, index)) return NO_MATCH;
  // Looked for already from the group before; and most words have no such sign after four letters.
  if (
    text[index - 1] === ':' ||
    !/^(?:[0-9A-Fa-f]{1,4}:|[0-9A-Fa-f]{2}-|::)/.test(text.slice(index, index + 5))
  )
    return NO_MATCH;
  for (const isCode of [isHexCode, isHardwareCode]) {
    let end = skipWhile(text, index, MAX_NETWORK_UNITS, isCode);
    // The colon of the sentence; two of them are the address's own.
    if (text[end - 1] === ':' && text[end - 2] !== ':') end--;
    const address = text.slice(index, end);
    if (isAsciiLetter(text.charCodeAt(end)) || address.length < 3) continue;
    const isVersion6 = FULL.test(address) || SHORT.test(address);
    if (!isVersion6 && !HARDWARE.test(address)) continue;
    const prefix = isVersion6 ? /^\/\d{1,3}(?!\d)/.exec(text.slice(end, end + 5))?.[0] : undefined;
    return end + (prefix?.length ?? 0);
  }
  return NO_MATCH;
};

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

/** Folders may have spaces in their names: `C:\Program Files\`. */
const FOLDERS = /^[A-Za-z]:\\(?:[\w.~+@$%-]{1,60}(?: [\w.~+@$%()-]{1,60}){0,3}\\)+/;

/** `C:\dir\x` and `\\server\share`. */
export const windowsPath: Matcher = (text, index) => {
  const isDrive =
    isAsciiLetter(text.charCodeAt(index)) && text[index + 1] === ':' && text[index + 2] === '\\';
  const isShare = text.startsWith('\\\\', index) && isAlphanumeric(text.charCodeAt(index + 2));
  if (isInsideWord(text, index) || !(isDrive || isShare)) return NO_MATCH;
  const [folders = ''] = isDrive
    ? (FOLDERS.exec(text.slice(index, index + MAX_PATH_UNITS)) ?? [])
    : [];
  const start = index + Math.max(2, folders.length);
  return withoutStops(text, index, skipWhile(text, start, MAX_PATH_UNITS, isWindowsCode));
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
