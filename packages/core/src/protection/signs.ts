import { DECORATIONS, isSpace } from '../characters.js';
import {
  isAlphanumeric,
  isIdentifierCode,
  isInsideWord,
  type Matcher,
  matching,
  NO_MATCH,
  skipWhile,
} from './matcher.js';

const MAX_NAME_UNITS = 100;
const WORD = /[\p{L}\p{M}\p{N}_]/u;
const LETTER = /\p{L}/u;

const isWordCode = (code: number): boolean =>
  isIdentifierCode(code) || (code >= 0xaa && WORD.test(String.fromCharCode(code)));
const isHandleCode = (code: number): boolean =>
  isIdentifierCode(code) || code === 0x2e || code === 0x2d || code === 0x2f;

/** `#topic` with at least one letter; not `#1` nor the `#` of `C#`. */
export const hashtag: Matcher = (text, index) => {
  if (isInsideWord(text, index) || text[index - 1] === '#' || text[index - 1] === '&')
    return NO_MATCH;
  const end = skipWhile(text, index + 1, MAX_NAME_UNITS, isWordCode);
  return LETTER.test(text.slice(index + 1, end)) ? end : NO_MATCH;
};

/** `@user` and packages such as `@scope/name`. */
export const mention: Matcher = (text, index) => {
  if (isInsideWord(text, index) || text[index - 1] === '@') return NO_MATCH;
  if (!isIdentifierCode(text.charCodeAt(index + 1))) return NO_MATCH;
  let end = skipWhile(text, index + 1, MAX_NAME_UNITS, isHandleCode);
  while ('./-'.includes(text[end - 1] ?? ' ')) end--;
  return end;
};

/** `--to`, `--to=x`, `-v`, standing alone. */
export const flag: Matcher = (text, index) => {
  const before = text.charCodeAt(index - 1);
  if (index > 0 && !isSpace(before) && !'("\'[“‘«„'.includes(text[index - 1] ?? ' '))
    return NO_MATCH;
  const dashes = skipWhile(text, index, 3, (code) => code === 0x2d) - index;
  const nameStart = index + dashes;
  const nameEnd = skipWhile(
    text,
    nameStart,
    MAX_NAME_UNITS,
    (code) => isAlphanumeric(code) || code === 0x2d,
  );
  if (dashes === 1) {
    const isSingle = /^[A-Za-z]$/.test(text.slice(nameStart, nameEnd));
    const isAlone = nameEnd >= text.length || /[\s,.;:)\]"'”’»]/.test(text[nameEnd] ?? '');
    return isSingle && isAlone ? nameEnd : NO_MATCH;
  }
  if (dashes !== 2 || !/^[A-Za-z]/.test(text.slice(nameStart, nameEnd))) return NO_MATCH;
  if (text[nameEnd] !== '=') return nameEnd;
  return skipWhile(text, nameEnd + 1, MAX_NAME_UNITS, isHandleCode);
};

const MAX_EMOJI_UNITS = 200;
/** `1️⃣`, `#️⃣`. */
export const keycap = matching(/^[0-9#*]\ufe0f?\u20e3/, 3);

/** Unicode Technical Standard 51: keycaps, flags, and pictographs with modifiers and joiners. */
const sequence = matching(
  /^(?:\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f?)(?:\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]{1,8}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f){0,2}){0,8}){1,40}/u,
  MAX_EMOJI_UNITS,
);

/** `‼`, `⁉`, `©`, `®`, `™` are punctuation and signs unless asked to look like emoji. */
const TEXT_SIGNS = /^[©®‼⁉™ℹ](?!\ufe0f)/;

/** One emoji or several in a row. */
export const emoji: Matcher = (text, index) => {
  const ahead = text.slice(index, index + MAX_EMOJI_UNITS);
  if (TEXT_SIGNS.test(ahead)) return NO_MATCH;
  return sequence(text, index);
};

/** `***` and `===` around a heading, as the source of a regular expression that has no group before it. */
export const ROW_OF_SIGNS = String.raw`(?:([*=~])\1+|([-_#+])\2{2,})`;
export const MAX_ROW_UNITS = 80;
/** `→`, `★★★`, and rows of signs before white space. */
export const decoration = matching(
  new RegExp(`^(?:[${DECORATIONS}•]\\ufe0f?)+|^${ROW_OF_SIGNS}(?=\\s)`, 'u'),
  MAX_ROW_UNITS,
);

const LONGEST_EMOTICON = 4;
/** `:-)`, `;P`, `:'(`, standing alone: models turn their parts into punctuation of the sentence. */
const standingAlone = matching(
  /^[:;=]['’]?[-^]?[()DPpOo|*/\\3](?=$|[\s.,!?])/,
  LONGEST_EMOTICON + 1,
);
export const emoticon: Matcher = (text, index) =>
  index === 0 || /[\s.,!?]/.test(text[index - 1] ?? '') ? standingAlone(text, index) : NO_MATCH;

const LAUGHTER_UNITS = 4;
const laughing = matching(
  /^(?:lol|LOL|lmao|LMAO|rofl|ROFL|[xX]D)(?![\p{L}\p{M}\p{N}_'’-]|[.@/:=(+]\S)/u,
  LAUGHTER_UNITS + 2,
);
/** `lol`, `xD`: the same in all languages, and small models take it for a word. */
export const laughter: Matcher = (text, index) =>
  isInsideWord(text, index) || text[index - 1] === '-' ? NO_MATCH : laughing(text, index);

const MAX_NOTICE_UNITS = 120;
const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{N}&'’-]*`;
/** `© 2026 Acme Inc.`: who has the copyright is a name, whatever its words mean. */
export const copyrightNotice = matching(
  new RegExp(
    String.raw`^©\s?\d{4}(?:\s?[-–]\s?\d{4})?,?\s(?!(?:All|Alle|Tous|Todos|Tutti|Wszelkie|Все)(?!\p{L}))${NAME_WORD}(?:\s(?:&|${NAME_WORD})){0,4}(?:\s(?:Inc|Ltd|Co|Corp)\.)?(?=$|\s*[.,|·–—\n]|\s+\p{Lu})`,
    'u',
  ),
  MAX_NOTICE_UNITS,
);
