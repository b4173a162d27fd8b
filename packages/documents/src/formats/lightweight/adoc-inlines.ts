import type { InlineBuilder } from '../../inline-builder.js';
import { onOneLine } from '../../text-part.js';
import { CLOSING, EDGES, MAIL, markFinder, OPENING } from './text-lines.js';

const REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  apos: "'",
  quot: '"',
};
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/y;
const ADDRESS = /(?:https?|ftp|irc):\/\/[^\s<>[\]"'`]*[^\s<>[\]"'`.,;:!?)]/y;
const MACRO_NAME = /([a-z][\w-]{0,40}):(?!:)/y;
/** Macros whose brackets hold words of the sentence. */
const TEXT_MACROS = new Set(['link', 'mailto', 'xref', 'https', 'http', 'ftp', 'irc']);
/** Macros whose brackets hold a text outside of the sentence. */
const NOTE_MACROS = new Set(['footnote', 'footnoteref']);
/** Macros whose brackets show a name that stays. */
const KEPT_MACROS = new Set([
  'kbd',
  'btn',
  'menu',
  'stem',
  'latexmath',
  'asciimath',
  'pass',
  'icon',
]);
/** A macro is read behind letters, too. */
const MACRO_BEHIND = /(?:link|xref|mailto|footnote|image|kbd|btn|menu|stem|pass|icon)$/;
const ATTRIBUTE = /\{[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_-]*(?::[^{}\n]{0,100})?\}/uy;
const CROSS_REFERENCE = /<<([^<>,\n]{1,200})(,)?/y;
const ANCHOR = /\[\[[^[\]]{1,200}\]\]|\(\(\([^()]{1,200}\)\)\)|<(?:\d{1,3}|\.)>/y;
const ROLE = /\[[\p{L}\p{M}\p{N}_.#%, ="'-]{1,200}\](?=[#*_`])/uy;
const BREAK = / \+(?:\r\n|\n|\r)[ \t]*/y;
const PASSED =
  /\+\+\+[\s\S]{1,5000}?\+\+\+|\+\+(?!\+)[^\n]{1,1000}?\+\+|\+(?! )[^+\n]{1,1000}\+(?![\p{L}\p{N}])/uy;
const RAISED = /\^[^\s^]{1,200}\^|~[^\s~]{1,200}~/y;
const MARKS = '*_#`';
/** Where one mark, or two of it, may end what it began. */
const CLOSING_MARKS: ReadonlyMap<string, RegExp> = new Map(
  [...MARKS].flatMap((mark) => [
    [mark, new RegExp(`(?<=[^\\s\\\\])[${mark}](?![\\p{L}\\p{N}_])`, 'gu')],
    [mark + mark, new RegExp(`(?<=[^\\s\\\\])[${mark}]{2}`, 'gu')],
  ]),
);
const BRACKET = /(?<!\\)\]/g;
const CROSS_REFERENCE_END = />>/g;
const NAME_END = /[\s[\]"'`]/g;
/** What ends the text of a link: the attributes behind it, or a sign for a new window. */
const LINK_ATTRIBUTES = /,\s*[\w-]+=|\^$/;

/** What people see of an attribute, of text that is passed on, or of small print. */
const withoutMarks = (point: string): string => {
  const marks = /^(?:\++|.)/.exec(point)?.[0].length ?? 0;
  return point.slice(marks, -marks);
};

/** Takes a text that stands inside of another one. */
type AddNote = (start: number, end: number) => void;

/** Puts the text of a paragraph of AsciiDoc into text and codes. */
export const addAdocInlines = (
  source: string,
  range: { readonly start: number; readonly end: number },
  builder: InlineBuilder,
  addNote: AddNote,
): void => {
  const text = source.slice(range.start, range.end);
  const finders = new Map<string, (from: number) => number>();
  const findClosing = (marks: string, from: number): number => {
    let find = finders.get(marks);
    if (!find) {
      find = markFinder(text, CLOSING_MARKS.get(marks) as RegExp);
      finders.set(marks, find);
    }
    return find(from);
  };
  /** Pairs that are open, with the place of what closes them. */
  const open: {
    readonly closesAt: number;
    readonly close: string;
    readonly length: number;
    readonly name: string;
  }[] = [];
  let position = 0;
  const findBracket = markFinder(text, BRACKET);
  const findCrossEnd = markFinder(text, CROSS_REFERENCE_END);
  const findStop = markFinder(text, NAME_END);

  const at = (pattern: RegExp, from = position): RegExpExecArray | null => {
    pattern.lastIndex = from;
    return pattern.exec(text);
  };
  const limit = (): number => open.at(-1)?.closesAt ?? text.length;
  const addText = (written: string, length: number): void => {
    builder.text(written, range.start + position, range.start + position + length);
    position += length;
  };
  const addPoint = (to: number, shown?: string): void => {
    const source = text.slice(position, to);
    const [start, end] = [range.start + position, range.start + to];
    if (shown === undefined) builder.point({ kind: 'point', open: source, close: '' }, start, end);
    else
      builder.point(
        { kind: 'kept', shown, open: OPENING + source + CLOSING, close: '' },
        start,
        end,
      );
    position = to;
  };
  const enter = (
    written: string,
    from: number,
    closesAt: number,
    close: string,
    length: number,
  ) => {
    const name = `pair${position}`;
    builder.open(name, written, range.start + position, range.start + from, { start: undefined });
    open.push({ closesAt, close, length, name });
    position = from;
  };
  const leave = (): void => {
    const { close, length, name } = open.pop() as (typeof open)[number];
    builder.close(name, close, range.start + position, range.start + position + length);
    position += length;
  };

  const addMacro = (): boolean => {
    const name = at(MACRO_NAME)?.[1];
    if (name === undefined) return false;
    const from = findStop(position) + 1;
    const close = text[from - 1] === '[' ? findBracket(from) : -1;
    const isLink = TEXT_MACROS.has(name);
    const isNote = NOTE_MACROS.has(name);
    if (!(isLink || isNote || KEPT_MACROS.has(name) || name === 'image')) return false;
    if (close < 0 || close >= limit()) return false;
    const content = text.slice(from, close);
    const opening = text.slice(position, from);
    if (isLink && content.trim() !== '' && content !== '^') {
      const length = LINK_ATTRIBUTES.exec(content)?.index ?? content.length;
      const until = from + length;
      // Inside of a word, only the macro is read as a link.
      const isBare = /^(?:https?|ftp|irc)$/.test(name);
      enter(
        isBare ? `link:${opening}` : opening,
        from,
        until,
        text.slice(until, close + 1),
        close + 1 - until,
      );
    } else if (isLink) addPoint(close + 1, opening.slice(0, -1));
    else {
      if (isNote) addNote(range.start + from, range.start + close);
      addPoint(close + 1, KEPT_MACROS.has(name) ? content : undefined);
    }
    return true;
  };

  /** Strong, emphasis, highlighted and monospaced text, constrained by words or not. */
  const addMarked = (mark: string, roleLength: number): boolean => {
    const at = position + roleLength;
    const before = text[position - 1] ?? '';
    const isDouble = text[at + 1] === mark;
    const marks = isDouble ? mark + mark : mark;
    const from = at + marks.length;
    if (/\s|^$/.test(text[from] ?? '')) return false;
    if (!isDouble && /[\p{L}\p{N}_;:}\\]/u.test(before)) return false;
    const close = findClosing(marks, from + 1);
    if (close < 0 || close + marks.length > limit()) return false;
    const end = close + marks.length;
    if (mark === '`') {
      const shown = text.slice(from, close).replace(/^\+|\+$/g, '');
      if (before === '"' || before === "'") return false;
      addPoint(end, shown.replace(/\s+/g, ' '));
      return true;
    }
    // Two marks are read inside of words, too, where a translation may have to put them.
    const role = text.slice(position, at);
    enter(role + mark + mark, from, close, mark + mark, marks.length);
    return true;
  };

  const addSpecial = (sign: string): boolean => {
    const lineBreak = sign === ' ' ? at(BREAK) : null;
    if (lineBreak) {
      const end = position + lineBreak[0].length;
      const code = { open: lineBreak[0], close: '' };
      builder.point({ kind: 'break', ...code }, range.start + position, range.start + end);
      position = end;
      return true;
    }
    if (sign === '\\' && MARKS.includes(text[position + 1] ?? ' ')) {
      addText(text[position + 1] as string, 2);
      return true;
    }
    // Quotation marks: "`text`".
    if ((sign === '"' || sign === "'") && text[position + 1] === '`') {
      addText(sign === '"' ? '“' : '‘', 2);
      return true;
    }
    if (sign === '`' && (text[position + 1] === '"' || text[position + 1] === "'")) {
      addText(text[position + 1] === '"' ? '”' : '’', 2);
      return true;
    }
    const role = sign === '[' ? at(ROLE)?.[0].length : undefined;
    const mark = text[position + (role ?? 0)] ?? '';
    if (MARKS.includes(mark) && addMarked(mark, role ?? 0)) return true;
    const reference = sign === '&' ? at(REFERENCE) : null;
    if (reference) {
      const [whole, decimal, hexadecimal, name = ''] = reference;
      const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0;
      const known = code > 0 && code < 0x110000 ? String.fromCodePoint(code) : REFERENCES[name];
      if (known !== undefined) addText(known, whole.length);
      return known !== undefined;
    }
    const cross = sign === '<' ? at(CROSS_REFERENCE) : null;
    if (cross) {
      const [whole, , comma] = cross;
      const from = position + whole.length;
      const close = findCrossEnd(from);
      const isClosed =
        close >= from && close + 2 <= limit() && (comma !== undefined || close === from);
      if (!isClosed) return false;
      if (text.slice(from, close).trim() !== '') enter(whole, from, close, '>>', 2);
      else addPoint(close + 2, '1');
      return true;
    }
    const point =
      sign === '[' || sign === '(' || sign === '<'
        ? at(ANCHOR)
        : sign === '{'
          ? at(ATTRIBUTE)
          : sign === '+'
            ? at(PASSED)
            : sign === '^' || sign === '~'
              ? at(RAISED)
              : null;
    if (!point || position + point[0].length > limit()) return false;
    const isShown = sign === '{' || sign === '+' || sign === '^' || sign === '~';
    addPoint(position + point[0].length, isShown ? withoutMarks(point[0]) : undefined);
    return true;
  };

  const addWord = (): void => {
    if (addMacro()) return;
    const address = at(ADDRESS)?.[0] ?? at(MAIL)?.[0];
    if (address && position + address.length <= limit())
      addPoint(position + address.length, address);
    else {
      const word = at(/[\p{L}\p{N}\p{M}]+/uy)?.[0] ?? (text[position] as string);
      const isMacro = text[position + word.length] === ':';
      const name = isMacro ? (MACRO_BEHIND.exec(word)?.[0] ?? '') : '';
      const length = word.length - name.length || word.length;
      addText(word.slice(0, length), length);
    }
  };

  while (position < text.length) {
    while (open.length > 0 && position >= limit()) leave();
    const sign = text[position];
    if (sign === undefined) break;
    if (addSpecial(sign)) continue;
    if (/\s/.test(sign))
      addText(' ', (at(/[ \t\r\n\f\v]+?(?= \+[\r\n])|\s+/y) as RegExpExecArray)[0].length);
    else if (/[\p{L}\p{N}]/u.test(sign)) addWord();
    else addText(sign, 1);
  }
  while (open.length > 0) leave();
};

/** Reads the references to characters in a text. */
export const decodeAdoc = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|quot);/g, (whole, code?: string) =>
    code === undefined ? '"' : Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : whole,
  );

export const asReference = (sign: string): string => `&#${sign.codePointAt(0)};`;

/** Writes text so that AsciiDoc reads it as text: signs with a meaning become references. */
export const encodeAdoc = (text: string): string =>
  onOneLine(text.replace(EDGES, ''))
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(
      /[*#`^~\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\+(?=\S)|\{(?=[\p{L}\p{M}\p{N}_])|<(?=[<\d.])|>(?=>|$)/gu,
      asReference,
    )
    .replace(
      /\]|\[(?=\[)|\((?=\()|:(?=:)|;(?=;)|(?<=[a-z]):(?=\[|\/\/)|\[(?=[\p{L}\p{M}\p{N}_.#%, ="'-]*&#)/gu,
      asReference,
    );

/** A line that would begin something other than a paragraph. */
const BEGIN =
  /^(?:[=.:[-]|\/\/|'''|\d{1,9}[.)](?=\s|$)|[a-zA-Z][.)](?=\s)|(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):(?=\s))/;
const ROLE_FIRST = /^\[[\p{L}\p{M}\p{N}_.#%, ="'-]{1,200}\](?:##|\*\*|__|``?)/u;

/** Escapes what means something at the begin of a paragraph, and keeps marks off words. */
export const finishAdoc = (rendered: string): string => {
  const joined = rendered
    .replace(
      /(?<=[\p{L}\p{N}])\ufdd0`(?!`)([^`\ufdd1]*)`\ufdd1|\ufdd0`(?!`)([^`\ufdd1]*)`\ufdd1(?=[\p{L}\p{N}])/gu,
      (_kept, inside, other) => `\`\`${inside ?? other}\`\``,
    )
    .replace(EDGES, '');
  if (!BEGIN.test(joined) || ROLE_FIRST.test(joined)) return joined;
  const [first = ''] = joined;
  return /[\p{L}\p{N}]/u.test(first)
    ? `{empty}${joined}`
    : `${asReference(first)}${joined.slice(1)}`;
};
