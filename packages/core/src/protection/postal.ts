import { isInsideWord, type Matcher, NO_MATCH } from './matcher.js';

/** Nothing here is longer. */
const MAX_UNITS = 90;
const NAME = String.raw`\p{Lu}[\p{L}'’-]{1,30}`;
const END = String.raw`(?![\p{L}\p{N}])`;
/** An address ends its line, or a part of it. */
const ADDRESS_END = String.raw`(?=\s*(?:,|$|\n|\d{5}))`;

/** Codes of places: `SW1A 1AA`, `1012 AB`, `K1A 0B1`; `2020 EU` and the like are none. */
const POSTCODES = String.raw`[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}${END}|\d{4} (?!EU|U[KNS]|AD|AM|BC|PM|[CKM]M|[GKMT]B|KG|HP)[A-Z]{2}(?=,|$|\n| ${NAME})|[A-Z]\d[A-Z] \d[A-Z]\d${END}`;
const HOUSE = String.raw`\d{1,4} ?[a-z]?${END}`;
const STREETS = [
  String.raw`\p{Lu}[\p{L}-]{0,40}(?:stra(?:ß|ss)e|str\.|gasse|allee) ${HOUSE}`,
  String.raw`\d{1,5}[A-Za-z]? (?:${NAME} ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Court|Terrace)\.?${ADDRESS_END}`,
  String.raw`\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|bd|av\.|place|impasse|allée|chemin|quai) (?:(?:de la|de l['’]|du|des|de|d['’]) ?)?${NAME}(?: ${NAME}){0,3}${ADDRESS_END}`,
  String.raw`(?:Calle|C\/|Avda\.|Avenida|Av\.|Paseo|Via|Viale|Piazza|Corso|Rua|ul\.|al\.|pl\.) (?:(?:de(?: la| los| las| el|l)?|d[ao]s?|della?|dei|delle|di|dell['’]) ?)?${NAME}(?: (?:(?:de|d[aio]|della?|y|e) )?${NAME}){0,3},? (?:n\.?º? ?)?${HOUSE}`,
].join('|');
const POSTAL = new RegExp(`^(?:${POSTCODES}|${STREETS})`, 'u');

const HAS_DIGIT = /\d/;

const BEFORE_BANK = /(?:BIC|SWIFT):? $/;
const BANK = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?(?![A-Za-z\d])/;

const mayBegin = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);

/**
 * What a letter or a transfer needs as it is: streets with their numbers, codes of places, and of banks.
 * `12 High Street` has no translation.
 */
export const postal: Matcher = (text, index) => {
  const isShort = text[index + 2] === '.' && /^(?:ul|al|pl)\. /.test(text.slice(index, index + 4));
  if (!isShort && !mayBegin(text.charCodeAt(index))) return NO_MATCH;
  if (isInsideWord(text, index)) return NO_MATCH;
  const ahead = text.slice(index, index + MAX_UNITS);
  const found =
    // Each of them has a number; most words have none near them.
    (HAS_DIGIT.test(ahead) ? POSTAL.exec(ahead)?.[0] : undefined) ??
    (BEFORE_BANK.test(text.slice(Math.max(0, index - 7), index))
      ? BANK.exec(ahead)?.[0]
      : undefined);
  return found === undefined ? NO_MATCH : index + found.length;
};
