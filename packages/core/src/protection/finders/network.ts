import { isDigit } from '../../characters.js';
import { isAsciiLetter, isInsideToken, isInsideWord, skipWhile } from './characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_UNITS = 64;
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
    let end = skipWhile(text, index, MAX_UNITS, isCode);
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
