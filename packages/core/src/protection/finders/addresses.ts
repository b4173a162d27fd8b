import {
  isAlphanumeric,
  isAsciiLetter,
  isForeignLetter,
  isInsideToken,
  isInsideWord,
  skipWhile,
} from './characters.js';
import { DOMAINS } from './identifiers.js';
import { type Matcher, NO_MATCH } from './matcher.js';

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
