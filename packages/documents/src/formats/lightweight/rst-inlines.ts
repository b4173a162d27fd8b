import type { InlineBuilder } from '../../inline-builder.js';
import { onOneLine } from '../../text-part.js';
import { CLOSING, EDGES, MAIL, markFinder, OPENING } from './text-lines.js';

/** Signs in front of which markup may end, and behind which it may begin. */
const MAY_END = `(?=$|[\\s'")\\]}>\\-/\\\\:.,;!?\\p{Pe}\\p{Pf}\\p{Pd}\\p{Po}])`;
const MAY_BEGIN = /^$|[\s'"([{<\-/:\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Po}]/u;

/** Roles around words that are translated; what others say stays as it is. */
const TEXT_ROLES = new Set([
  'strong',
  'emphasis',
  'guilabel',
  'menuselection',
  'sub',
  'sup',
  'subscript',
  'superscript',
  'title-reference',
  'title',
  't',
  'dfn',
  'abbr',
]);

const ROLE_IN_FRONT = /:([\w.+:-]{1,80}):$/;
const ROLE_BEHIND = /:[\w.+:-]{1,80}:/y;
/** `text <target>`, whose text is shown. */
const TITLED = /^(.*\S)(\s*<[^<>]+>)$/s;
const FOOTNOTE = /\[(?:\d+|[#*]?[\p{L}\p{M}\p{N}_.-]*)\]_/uy;
const ADDRESS = /(?:https?|ftp):\/\/[^\s<>"'`*|]*[\p{L}\p{M}\p{N}_/]/uy;
const WORD_REFERENCE =
  /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.+:-]*[\p{L}\p{N}])?__?(?=$|[\s'")\]}>\-/\\:.,;!?])/uy;
const STRONG_END = new RegExp(`(?<=[^\\s\\\\])\\*\\*${MAY_END}`, 'gu');
const EMPHASIS_END = new RegExp(`(?<=[^\\s\\\\*])\\*(?!\\*)${MAY_END}`, 'gu');
const LITERAL_END = new RegExp(`(?<=\\S)\`\`${MAY_END}`, 'gu');
const QUOTED_END = /(?<=[^\s\\])`(?!`)/g;
const BAR_END = /(?<=[^\s\\])\|/g;
/** Where something other than text may begin. */
const NEXT = /[\\*`|_:[\s\p{L}\p{N}]/gu;

/** Puts the text of a paragraph of reStructuredText into text and codes. */
export const addRstInlines = (
  source: string,
  start: number,
  end: number,
  builder: InlineBuilder,
): void => {
  const text = source.slice(start, end);
  const findStrong = markFinder(text, STRONG_END);
  const findEmphasis = markFinder(text, EMPHASIS_END);
  const findLiteral = markFinder(text, LITERAL_END);
  const findQuoted = markFinder(text, QUOTED_END);
  const findBar = markFinder(text, BAR_END);
  let position = 0;

  const at = (pattern: RegExp, from = position): string | undefined => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0];
  };
  const addText = (written: string, length: number): void => {
    builder.text(written, start + position, start + position + length);
    position += length;
  };
  const addKept = (to: number, shown: string): void => {
    const open = `${OPENING}${text.slice(position, to)}${CLOSING}`;
    builder.point({ kind: 'kept', shown, open, close: '' }, start + position, start + to);
    position = to;
  };
  const addPair = (open: string, inner: readonly [number, number], close: string, to: number) => {
    const [from, until] = inner;
    const name = `pair${position}`;
    builder.open(name, OPENING + open, start + position, start + from, { start: undefined });
    position = from;
    for (const piece of text.slice(from, until).matchAll(/\\([\s\S])|\s+|[^\\\s]+/g)) {
      const [whole, escaped] = piece;
      const written = escaped?.replace(/\s/, '') ?? (whole.trim() === '' ? ' ' : whole);
      addText(written, whole.length);
    }
    builder.close(name, close + CLOSING, start + until, start + to);
    position = to;
  };

  /** @param roleLength of a role in front of the backquote */
  const addInterpreted = (roleLength: number): boolean => {
    const from = position + roleLength + 1;
    const close = findQuoted(from + 1);
    if (/\s/.test(text[from] ?? ' ') || close < 0) return false;
    const content = text.slice(from, close);
    const role = ROLE_IN_FRONT.exec(text.slice(position, from - 1))?.[1];
    const reference = at(/__?/y, close + 1) ?? '';
    const behind = at(ROLE_BEHIND, close + 1) ?? '';
    const to = close + 1 + reference.length + behind.length;
    const titled = TITLED.exec(content);
    const opening = text.slice(position, from);
    if (titled && (role || reference)) {
      const until = from + (titled[1] ?? '').length;
      addPair(opening, [from, until], text.slice(until, to), to);
    } else if (reference && !role) {
      // It refers by its text, which will not be the same.
      addPair('`', [from, close], ` <${content.replace(/\s+/g, ' ')}_>\`${reference}`, to);
    } else if (role && TEXT_ROLES.has(role.split(':').at(-1) ?? '')) {
      addPair(opening, [from, close], text.slice(close, to), to);
    } else addKept(to, content.replace(/\s+/g, ' ').replace(/^[~!]/, ''));
    return true;
  };

  const addMarkup = (sign: string): boolean => {
    const before = text[position - 1] ?? '';
    if (!MAY_BEGIN.test(before)) return false;
    if (sign === '*' && text[position + 1] === '*') {
      const close = findStrong(position + 3);
      if (/\s/.test(text[position + 2] ?? ' ') || close < 0) return false;
      addPair('**', [position + 2, close], '**', close + 2);
      return true;
    }
    if (sign === '*') {
      const close = findEmphasis(position + 2);
      if (/\s/.test(text[position + 1] ?? ' ') || close < 0) return false;
      addPair('*', [position + 1, close], '*', close + 1);
      return true;
    }
    if (sign === '`' && text[position + 1] === '`') {
      const close = findLiteral(position + 3);
      if (/\s/.test(text[position + 2] ?? ' ') || close < 0) return false;
      addKept(close + 2, text.slice(position + 2, close));
      return true;
    }
    if (sign === '`') return addInterpreted(0);
    if (sign === '_' && text[position + 1] === '`') return addInterpreted(1);
    if (sign === ':') {
      const role = at(ROLE_BEHIND);
      return role !== undefined && text[position + role.length] === '`'
        ? addInterpreted(role.length)
        : false;
    }
    if (sign === '|') {
      const close = findBar(position + 2);
      if (/\s/.test(text[position + 1] ?? ' ') || close < 0) return false;
      const to = close + 1 + (at(/__?/y, close + 1) ?? '').length;
      addKept(to, text.slice(position + 1, close));
      return true;
    }
    const footnote = sign === '[' ? at(FOOTNOTE) : undefined;
    if (footnote === undefined) return false;
    const open = `${OPENING}${footnote}${CLOSING}`;
    builder.point(
      { kind: 'point', open, close: '' },
      start + position,
      start + position + footnote.length,
    );
    position += footnote.length;
    return true;
  };

  const addWord = (): void => {
    const address = at(ADDRESS) ?? at(MAIL);
    const reference = address ? undefined : at(WORD_REFERENCE);
    if (address) addKept(position + address.length, address);
    else if (reference) addKept(position + reference.length, reference.replace(/__?$/, ''));
    else {
      const word =
        at(/[\p{L}\p{N}\p{M}_.+@:/#?=&%~-]*[\p{L}\p{N}]/uy) ?? (text[position] as string);
      addText(word, word.length);
    }
  };

  while (position < text.length) {
    const sign = text[position] as string;
    if (sign === '\\') {
      const escaped = text[position + 1] ?? '';
      addText(escaped.trim(), 1 + escaped.length);
    } else if (/\s/.test(sign)) addText(' ', (at(/\s+/y) as string).length);
    else if ('*`|_:['.includes(sign)) {
      if (!addMarkup(sign)) addText(sign, 1);
    } else if (/[\p{L}\p{N}]/u.test(sign)) addWord();
    else {
      NEXT.lastIndex = position + 1;
      const next = NEXT.exec(text)?.index ?? text.length;
      addText(text.slice(position, next), next - position);
    }
  }
};

/** Escapes text so that reStructuredText reads it as text. */
export const encodeRst = (text: string): string =>
  onOneLine(text.replace(EDGES, ''))
    .replace(/[\\*`|]/g, '\\$&')
    .replace(/_(?![\p{L}\p{N}])/gu, '\\_');

const ENDS_BEFORE = new RegExp(`^${MAY_END}`, 'u');

/**
 * Writes what separates markup from the text beside it, and escapes what means something at the
 * begin of a paragraph.
 */
export const finishRst = (rendered: string): string =>
  rendered
    .replaceAll(CLOSING + OPENING, '\\ ')
    .replace(/(.?)\ufdd0/gsu, (_mark, before: string) =>
      MAY_BEGIN.test(before) ? before : `${before}\\ `,
    )
    .replace(/\ufdd1(?=(.?))/gsu, (_mark, after: string) => (ENDS_BEFORE.test(after) ? '' : '\\ '))
    .replace(
      /^(?=[-+•‣⁃](?:\s|$)|\.\.(?:\s|$)|>>>|(?:[\da-zA-Z#]{1,4}|[ivxlcdmIVXLCDM]+)[.)](?:\s|$)|\((?:[\da-zA-Z#]{1,4})\)(?:\s|$)|:[^:\s][^:]*:(?:\s|$)|([=\-~^"'#+.:<>!$%&,/;?@_{}])\1{3,}$)/,
      '\\',
    );
