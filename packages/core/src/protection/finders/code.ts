import { skipWhile } from './characters.js';
import { type Matcher, NO_MATCH } from './matcher.js';

const BACKTICK = 0x60;
const MAX_CODE_UNITS = 1000;

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
