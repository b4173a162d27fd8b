import { type Matcher, NO_MATCH } from './matcher.js';

const MAX_UNITS = 200;
/** Unicode Technical Standard 51: keycaps, flags, and pictographs with modifiers and joiners. */
const KEYCAP = /^[0-9#*]\ufe0f?\u20e3/;
const SEQUENCE =
  /^(?:\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f?)(?:\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]{1,8}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f){0,2}){0,8}){1,40}/u;

/** `‼`, `⁉`, `©`, `®`, `™` are punctuation and signs unless asked to look like emoji. */
const TEXT_SIGNS = /^[©®‼⁉™ℹ](?!\ufe0f)/;

/** One emoji or several in a row. */
export const emoji: Matcher = (text, index) => {
  const ahead = text.slice(index, index + MAX_UNITS);
  if (TEXT_SIGNS.test(ahead)) return NO_MATCH;
  const found = SEQUENCE.exec(ahead)?.[0];
  return found === undefined ? NO_MATCH : index + found.length;
};

/** `1️⃣`, `#️⃣`. */
export const keycap: Matcher = (text, index) => {
  const found = KEYCAP.exec(text.slice(index, index + 3))?.[0];
  return found === undefined ? NO_MATCH : index + found.length;
};
