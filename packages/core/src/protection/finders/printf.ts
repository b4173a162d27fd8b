import { isDigit } from '../../characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_UNITS = 80;
/**
 * C, Python and Objective-C conversions, and the commonest of strftime. There is no space flag:
 * "50% of" would be one.
 */
const CONVERSION =
  /^%(?:%|@|\(\w{1,60}\)[-+0#]{0,3}\d{0,4}(?:\.\d{1,3})?[a-zA-Z]|(?:\d{1,2}\$)?[-+0#']{0,4}(?:\d{1,4}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[jztLq])?[dDiuUfFeEgGxXoscCpSr@]|[YmHMBbApjZyIR])/;

/** `%s`, `%1$s`, `%-5.2f`, `%(name)s`, `%@`, `%%`; not a percentage such as `50%d`. */
export const printf: Matcher = (text, index) => {
  const found = CONVERSION.exec(text.slice(index, index + MAX_UNITS))?.[0];
  if (found === undefined) return NO_MATCH;
  const isAfterNumber = isDigit(text.charCodeAt(index - 1));
  if (isAfterNumber && found !== '%%' && !found.includes('$') && !found.includes('('))
    return NO_MATCH;
  return index + found.length;
};
