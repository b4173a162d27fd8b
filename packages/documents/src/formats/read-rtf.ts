import { DocumentError } from '../document-error.js';
import { createInlineBuilder, type InlineBuilder, unwrapSpans } from '../inline-builder.js';
import { type DocumentLimits, requireWithin } from '../limits.js';
import type { Filter, ReadResult, Slot } from '../model.js';
import { createParagraphCollector, type ParagraphCollector } from '../paragraph-collector.js';
import { singleByteTable } from '../text-encoding.js';
import { legacyEncodingOf, WHOLE_FILE } from '../text-part.js';

/** Rich text: paragraphs, cells, headers, footers and footnotes. Tables of fonts and styles stay. */
export const readRtf: Filter = (bytes, { limits, sourceLanguage }): ReadResult => {
  requireWithin(bytes.length, limits, 'partBytes');
  const text = Buffer.from(bytes).toString('latin1');
  if (!/^\s*\{\\rtf/.test(text)) throw new DocumentError('format_mismatch', 'It is no RTF.');
  const collector = createParagraphCollector(limits);
  const slots: Slot[] = [];
  const codePage = /\\ansicpg(\d+)/.exec(text.slice(0, 4096))?.[1];
  const usual = codePage ? labelOf(codePage) : legacyEncodingOf(sourceLanguage);
  const file: RtfFile = { text, limits, collector, slots, usual, charsets: charsetsOf(text) };
  readStretch(file, { start: 0, end: text.length, level: 0, font: '', skippedLength: 1 });
  slots.sort((a, b) => a.start - b.start);
  return {
    paragraphs: collector.paragraphs,
    parts: [{ name: WHOLE_FILE, text, slots }],
    pack: (changed) => {
      const written = changed.get(WHOLE_FILE);
      return written === undefined ? bytes : Buffer.from(written, 'latin1');
    },
  };
};

const labelOf = (codePage: string): string =>
  ({ '932': 'shift_jis', '936': 'gbk', '949': 'euc-kr', '950': 'big5', '10000': 'macintosh' })[
    codePage
  ] ?? `windows-${codePage}`;

interface RtfFile {
  readonly text: string;
  readonly limits: DocumentLimits;
  readonly collector: ParagraphCollector;
  readonly slots: Slot[];
  /** The encoding of bytes in fonts that name none. */
  readonly usual: string;
  /** Encodings by number of the font. */
  readonly charsets: ReadonlyMap<string, string>;
}

/** What is in force in a group. */
interface GroupState {
  readonly font: string;
  /** How many signs behind `\u` are there for readers that do not know it. */
  readonly skippedLength: number;
}

interface OpenGroup extends GroupState {
  /** Whether it began in the paragraph. Those that are open around it come first. */
  readonly isInline: boolean;
}

const WORD = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const TEXT = /[^\\{}\t\r\n]+/y;
/** Groups that hold no text of the document. Those that begin with `\*` do not either. */
const OPAQUE =
  /\{\\(?:\*|(?:fonttbl|colortbl|stylesheet|info|pict|object|listtable|listoverridetable|revtbl|filetbl|pntext|listtext|nonshppict|shp|do|nesttableprops|xe|tc|rxe|bkmkstart|bkmkend|fldinst)(?![a-z]))/y;
const NOTE = /\{(?:\\\w+ ?)*\\(?:footnote|annotation)(?![a-z])/y;
/** A letter that says how many signs follow it, as the encoder writes it. */
const LONE_LETTER = /\{\\uc0\\u(-?\d{1,6}) \}/y;
/** After these, another paragraph begins. */
const ENDS = new Set(
  'par sect page column cell row nestcell nestrow pard sectd trowd header footer headerl headerr headerf footerl footerr footerf ftnsep'.split(
    ' ',
  ),
);
const TOGGLES = new Set(['b', 'i', 'ul', 'strike', 'scaps', 'super', 'sub']);
/** Notes inside notes. */
const MAX_NOTES = 4;
const SIGNS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  '~': '\u00a0',
  _: '\u2011',
};

/** Reads a stretch of the file into paragraphs. */
const readStretch = (
  file: RtfFile,
  {
    start,
    end,
    level,
    ...usual
  }: GroupState & { readonly start: number; readonly end: number; readonly level: number },
): void => {
  const { text, limits, collector, slots } = file;
  const groups: OpenGroup[] = [];
  let state: GroupState = usual;
  let builder: InlineBuilder = createInlineBuilder();
  let hasText = false;
  /** What was in force where the text of the paragraph begins. */
  let skippedLength: number | undefined = state.skippedLength;
  const beginText = (): void => {
    if (!hasText) skippedLength = state.skippedLength;
    else if (skippedLength !== state.skippedLength) skippedLength = undefined;
    hasText = true;
  };
  /** Bytes of one text, since a letter may take two. */
  let pending: { bytes: number[]; start: number; end: number } | undefined;
  /** Words that only format, which become one code. */
  let words: { start: number; end: number } | undefined;
  let position = start;

  const flushBytes = (): void => {
    if (!pending) return;
    const { bytes, start: from, end: to } = pending;
    pending = undefined;
    beginText();
    builder.text(decodeBytes(bytes, file.charsets.get(state.font) ?? file.usual), from, to);
  };
  const flushWords = (): void => {
    if (!words) return;
    const { start: from, end: to } = words;
    words = undefined;
    builder.point({ kind: 'point', open: closed(text.slice(from, to)), close: '' }, from, to);
  };
  const flush = (): void => {
    flushBytes();
    flushWords();
  };
  const addText = (shown: string, from: number, to: number): void => {
    flush();
    beginText();
    builder.text(shown, from, to);
  };
  const endParagraph = (): void => {
    flush();
    if (hasText && !builder.isEmpty) {
      const { start: from, end: to } = builder;
      const { inlines, codes } = builder.take();
      // Word puts every stretch of a paragraph into a group.
      const content = unwrapSpans(inlines, codes, ({ open }) => open.startsWith('{'));
      const slot = collector.add({
        start: from,
        end: to,
        ...content,
        encode: encoderFor(skippedLength),
      });
      if (slot) slots.push(slot);
    }
    // Groups that are open now are around paragraphs, and no formatting in one.
    for (let index = groups.length - 1; groups[index]?.isInline; index--) {
      groups[index] = { ...(groups[index] as OpenGroup), isInline: false };
    }
    builder = createInlineBuilder();
    hasText = false;
  };

  const readWord = (name: string, value: string | undefined, from: number): void => {
    if (name === 'u') {
      flush();
      const code = (Number(value ?? 0) + 65536) % 65536;
      position = skipSigns(text, position, state.skippedLength);
      addText(String.fromCharCode(code), from, position);
    } else if (name === 'bin') position = Math.min(end, position + Number(value ?? 0));
    else if (ENDS.has(name)) endParagraph();
    else if (SIGNS[name] !== undefined) addText(SIGNS[name] as string, from, position);
    else if (name === 'tab' || name === 'line') addTab(from);
    else if (TOGGLES.has(name) || name === 'ulnone' || name === 'nosupersub') {
      flush();
      const source = closed(text.slice(from, position));
      if (name === 'nosupersub')
        builder.point({ kind: 'point', open: source, close: '' }, from, position);
      else if (value === '0' || name === 'ulnone')
        builder.close(name === 'ulnone' ? 'ul' : name, source, from, position);
      else builder.open(name, source, from, position);
    } else {
      flushBytes();
      if (name === 'uc') state = { ...state, skippedLength: Math.min(Number(value ?? 1), 8) };
      else if (name === 'f') state = { ...state, font: value ?? '' };
      words = { start: words?.start ?? from, end: position };
    }
  };

  const addTab = (from: number): void => {
    flush();
    const open = closed(text.slice(from, position));
    builder.point({ kind: 'break', open, close: '' }, from, position);
  };

  const openGroup = (): void => {
    flush();
    const from = position++;
    requireWithin(groups.length + 1, limits, 'depth');
    groups.push({ ...state, isInline: true });
    // Formatting at the begin of a group goes with its bracket.
    for (;;) {
      // So does the address of a link.
      if (matches(OPAQUE, text, position)) position = groupEnd(text, position, end);
      WORD.lastIndex = position;
      const [whole, name = '', value] = WORD.exec(text) ?? [];
      const isText = name === 'u' || name === 'bin' || SIGNS[name] !== undefined;
      if (!whole || isText || ENDS.has(name) || name === 'tab' || name === 'line') break;
      position += whole.length;
      if (name === 'uc') state = { ...state, skippedLength: Math.min(Number(value ?? 1), 8) };
      else if (name === 'f') state = { ...state, font: value ?? '' };
    }
    builder.open('group', closed(text.slice(from, position)), from, position);
  };

  const closeGroup = (): void => {
    flush();
    const group = groups.pop();
    if (group?.isInline) builder.close('group', '}', position, position + 1);
    else endParagraph();
    if (group) state = { font: group.font, skippedLength: group.skippedLength };
    position++;
  };

  while (position < end) {
    const sign = text[position] as string;
    const from = position;
    LONE_LETTER.lastIndex = position;
    const [letter, code] = (sign === '{' && LONE_LETTER.exec(text)) || [];
    if (letter && code) {
      position += letter.length;
      addText(String.fromCharCode((Number(code) + 65536) % 65536), from, position);
    } else if (sign === '\t') {
      position++;
      addTab(from);
    } else if (sign === '{') {
      const isNote = matches(NOTE, text, position);
      if (!isNote && !matches(OPAQUE, text, position)) {
        openGroup();
        continue;
      }
      flush();
      position = groupEnd(text, from, end);
      if (isNote && level < MAX_NOTES) {
        readStretch(file, { start: from + 1, end: position - 1, level: level + 1, ...state });
      }
      builder.point({ kind: 'point', open: text.slice(from, position), close: '' }, from, position);
    } else if (sign === '}') closeGroup();
    else if (sign === '\\') {
      WORD.lastIndex = position;
      const [whole, name = '', value] = WORD.exec(text) ?? [];
      const symbol = text[position + 1] ?? '';
      position += whole?.length ?? 2;
      if (whole) readWord(name, value, from);
      else if (symbol === "'") {
        position += 2;
        flushWords();
        const byte = Number.parseInt(text.slice(from + 2, position), 16);
        if (Number.isNaN(byte)) continue;
        if (pending) pending = { ...pending, end: position };
        else pending = { bytes: [], start: from, end: position };
        pending.bytes.push(byte);
      } else if (symbol === '\r' || symbol === '\n') endParagraph();
      else if (symbol === '-' || symbol === '') builder.skip(from, position);
      else addText(SIGNS[symbol] ?? symbol, from, position);
    } else {
      TEXT.lastIndex = position;
      const found = TEXT.exec(text)?.[0].slice(0, end - position);
      if (found === undefined) position++;
      else {
        position += found.length;
        flushWords();
        pending ??= { bytes: [], start: from, end: position };
        pending.end = position;
        for (const byte of Buffer.from(found, 'latin1')) pending.bytes.push(byte);
      }
    }
  }
  endParagraph();
};

const matches = (pattern: RegExp, text: string, position: number): boolean => {
  pattern.lastIndex = position;
  return pattern.test(text);
};

/** A word ends with a space before a letter, which may follow it elsewhere. */
const closed = (source: string): string =>
  /\\[a-zA-Z]+(?:-?\d+)?$/.test(source) ? `${source} ` : source;

/** Where a group ends, behind its bracket. */
const groupEnd = (text: string, start: number, end: number): number => {
  const token = /\\bin(\d{1,9}) ?|\\[\s\S]|[{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (;;) {
    const found = token.exec(text);
    if (!found || found.index >= end) throw new DocumentError('truncated');
    if (found[1] !== undefined) token.lastIndex += Number(found[1]);
    else if (found[0] === '{') depth++;
    else if (found[0] === '}' && --depth === 0) return token.lastIndex;
  }
};

/** What stands behind `\u` for readers that do not know it. */
const skipSigns = (text: string, from: number, count: number): number => {
  const sign = /\r?\n|\\'[\da-fA-F]{2}|\\[^a-zA-Z'\r\n]|[^\\{}]/y;
  let position = from;
  for (let left = count; left > 0; left--) {
    sign.lastIndex = position;
    const found = sign.exec(text)?.[0];
    if (found === undefined) break;
    position += found.length;
  }
  return position;
};

/** Encodings by the numbers that Windows gives to sets of characters. */
const CHARSETS: Readonly<Record<string, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

/** The encodings of the fonts that a file lists, by their numbers. */
const charsetsOf = (text: string): ReadonlyMap<string, string> => {
  const charsets = new Map<string, string>();
  const start = text.indexOf('{\\fonttbl');
  if (start < 0) return charsets;
  const table = text.slice(start, start + 256 * 1024);
  for (const [, font, charset] of table.matchAll(
    /\\f(\d{1,5})\b[^;{}]{0,200}?\\fcharset(\d{1,3})/g,
  )) {
    const label = CHARSETS[charset ?? ''];
    // The set number 0 is that of the file as often as it is western.
    if (font && label && charset !== '0' && !charsets.has(font)) charsets.set(font, label);
  }
  return charsets;
};

/** Bytes of a text. Those below 128 are always ASCII. */
const decodeBytes = (bytes: readonly number[], label: string): string => {
  if (bytes.every((byte) => byte < 128)) return ascii(bytes);
  try {
    const table = singleByteTable(label);
    if (!table) return new TextDecoder(label).decode(Uint8Array.from(bytes));
    return bytes.map((byte) => table.characters[byte] ?? '').join('');
  } catch {
    return ascii(bytes);
  }
};

const ascii = (bytes: readonly number[]): string => Buffer.from(bytes).toString('latin1');

/**
 * Writes text as RTF has it.
 *
 * @param skippedLength signs that follow a letter for old readers; undefined where that differs
 *   within the paragraph, so that each letter has to say it
 */
const encoderFor =
  (skippedLength: number | undefined) =>
  (text: string): string =>
    text
      .replace(/[\\{}]/g, '\\$&')
      .replace(/\t/g, '\\tab ')
      .replace(/\r?\n/g, '\\line ')
      .replace(/[\u0080-\uffff]/g, (letter) => {
        const code = letter.charCodeAt(0);
        if (code === 0xa0) return '\\~';
        const signed = code > 32767 ? code - 65536 : code;
        if (skippedLength === undefined) return `{\\uc0\\u${signed} }`;
        return `\\u${signed}${skippedLength === 0 ? ' ' : '?'.repeat(skippedLength)}`;
      });
