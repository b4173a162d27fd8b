import { findWithin, isAsciiLetter } from './characters.js';
import { firstOf, type Matcher, NO_MATCH } from './matcher.js';
import { chatMention } from './messages.js';

const MAX_TAG_UNITS = 400;
const MAX_COMMENT_UNITS = 500;
const MAX_INSTRUCTION_UNITS = 200;
const NUMBERED_TAG = /^<(?:\/?\d{1,3}|\d{1,3} ?\/)>/;
const ENTITY = /^&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});/;

const delimited =
  (open: string, close: string, limit = MAX_COMMENT_UNITS): Matcher =>
  (text, index) => {
    if (!text.startsWith(open, index)) return NO_MATCH;
    const end = findWithin(text, close, index + open.length, limit);
    return end < 0 ? NO_MATCH : end + close.length;
  };

/** `<b>`, `</b>`, `<br/>`, `<a href="x">`. A `>` in a quoted value does not end it; another `<` does. */
const tag: Matcher = (text, index) => {
  const nameStart = text[index + 1] === '/' ? index + 2 : index + 1;
  if (!isAsciiLetter(text.charCodeAt(nameStart))) return NO_MATCH;
  const limit = Math.min(text.length, index + MAX_TAG_UNITS);
  let quote = '';
  for (let position = nameStart + 1; position < limit; position++) {
    const unit = text[position] ?? '';
    if (quote !== '') {
      if (unit === quote) quote = '';
    } else if (unit === '>') return position + 1;
    else if (unit === '<') return NO_MATCH;
    else if ((unit === '"' || unit === "'") && text[position - 1] === '=') quote = unit;
  }
  return NO_MATCH;
};

/** `<0>`, `</0>`, `<1/>`: the numbered elements of translated components. */
const numberedTag: Matcher = (text, index) => {
  const found = NUMBERED_TAG.exec(text.slice(index, index + 8))?.[0];
  return found === undefined ? NO_MATCH : index + found.length;
};

/** Tags, comments, declarations and template instructions in text that is not treated as markup. */
export const angle: Matcher = firstOf(
  delimited('<%', '%>', MAX_INSTRUCTION_UNITS),
  delimited('<!--', '-->'),
  delimited('<![CDATA[', ']]>'),
  delimited('<?', '?>', MAX_INSTRUCTION_UNITS),
  chatMention,
  numberedTag,
  tag,
);

/** `&nbsp;`, `&#160;`, `&#xA0;`. */
export const entity: Matcher = (text, index) => {
  const found = ENTITY.exec(text.slice(index, index + 36))?.[0];
  return found === undefined ? NO_MATCH : index + found.length;
};
