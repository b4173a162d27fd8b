import { DocumentError } from '../../../document-error.js';
import {
  isDictionary,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
  pdfName,
} from './pdf-values.js';

/** A place in bytes, which moves on as values are read. */
export interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
  /** Whether `1 0 R` is a reference; in the content of a page it is not. */
  readonly hasReferences: boolean;
}

/** A word that is no value, such as an operator. */
interface Keyword {
  readonly keyword: string;
}

/** Arrays and dictionaries inside one another; what is deeper is damage or an attack. */
const MAX_DEPTH = 100;
/** 1 white space, 2 delimiter. */
const CLASSES = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASSES[code] = 1;
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = 2;

export const cursorOf = (bytes: Uint8Array, at = 0, hasReferences = true): Cursor => ({
  bytes,
  at,
  end: bytes.length,
  hasReferences,
});

const KEYWORDS = new Map<string, Keyword>();
const MAX_SHARED_KEYWORDS = 1000;

const keywordOf = (keyword: string): Keyword => {
  const known = KEYWORDS.get(keyword);
  if (known) return known;
  const made = { keyword };
  if (KEYWORDS.size < MAX_SHARED_KEYWORDS) KEYWORDS.set(keyword, made);
  return made;
};

export const isKeyword = (value: PdfValue | Keyword | undefined): value is Keyword =>
  typeof value === 'object' && value !== null && 'keyword' in value;

export const skipSpace = (cursor: Cursor): void => {
  const { bytes, end } = cursor;
  let { at } = cursor;
  while (at < end) {
    const code = bytes[at] as number;
    if (code === 0x25) while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
    else if (CLASSES[code] === 1) at++;
    else break;
  }
  cursor.at = at;
};

/** Reads the next value or word; undefined at the end. Damage inside becomes null or a word. */
export const readToken = (cursor: Cursor, depth = 0): PdfValue | Keyword | undefined => {
  skipSpace(cursor);
  const { bytes, at, end } = cursor;
  if (at >= end) return undefined;
  if (depth > MAX_DEPTH) throw new DocumentError('too_large', 'Its objects are nested too deeply.');
  const code = bytes[at] as number;
  switch (code) {
    case 0x2f:
      return readName(cursor);
    case 0x28:
      return readText(cursor);
    case 0x5b:
      cursor.at++;
      return readList(cursor, depth);
    case 0x3c:
      if (bytes[at + 1] !== 0x3c) return readHexadecimal(cursor);
      cursor.at += 2;
      return readDictionary(cursor, depth);
    case 0x3e:
      cursor.at += bytes[at + 1] === 0x3e ? 2 : 1;
      return keywordOf('>>');
    case 0x5d:
    case 0x7b:
    case 0x7d:
    case 0x29:
      cursor.at++;
      return keywordOf(String.fromCharCode(code));
    default:
      return readWord(cursor);
  }
};

/** Reads a value; a word where one should be is null. */
export const readValue = (cursor: Cursor): PdfValue => {
  const value = readToken(cursor);
  return value === undefined || isKeyword(value) ? null : value;
};

const readWord = (cursor: Cursor): PdfValue | Keyword => {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  while (at < end && CLASSES[bytes[at] as number] === 0) at++;
  cursor.at = at;
  const number = parseNumber(bytes, start, at);
  if (number !== undefined) {
    return cursor.hasReferences && Number.isInteger(number) && number >= 0
      ? readReference(cursor, number)
      : number;
  }
  const word = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(at - start, 128));
  const text = word.toString('latin1');
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  return keywordOf(text);
};

/** Programs write numbers such as `--5`, `.5-` and `4.`; all of them are read as others do. */
const parseNumber = (bytes: Uint8Array, start: number, end: number): number | undefined => {
  let at = start;
  let sign = 1;
  while (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) {
    if (bytes[at] === 0x2d) sign = -1;
    at++;
  }
  let value = 0;
  let scale = 0;
  let digits = 0;
  for (; at < end; at++) {
    const code = bytes[at] as number;
    if (code >= 0x30 && code <= 0x39) {
      digits++;
      if (scale === 0) value = value * 10 + (code - 0x30);
      else {
        value += (code - 0x30) * scale;
        scale /= 10;
      }
    } else if (code === 0x2e && scale === 0) scale = 0.1;
    else if (code === 0x2d && digits > 0) break;
    else return undefined;
  }
  return digits === 0 && scale === 0 ? undefined : sign * value;
};

const readReference = (cursor: Cursor, number: number): PdfValue => {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  while (at < end && CLASSES[bytes[at] as number] === 1) at++;
  const digits = at;
  let generation = 0;
  while (at < end && at - digits < 6) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) break;
    generation = generation * 10 + digit;
    at++;
  }
  if (at === digits || at === start) return number;
  const space = at;
  while (at < end && CLASSES[bytes[at] as number] === 1) at++;
  if (
    at === space ||
    bytes[at] !== 0x52 ||
    (at + 1 < end && CLASSES[bytes[at + 1] as number] === 0)
  )
    return number;
  cursor.at = at + 1;
  return { kind: 'reference', number, generation };
};

const hexadecimalOf = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

const readName = (cursor: Cursor): PdfValue => {
  const { bytes, end } = cursor;
  const start = ++cursor.at;
  let at = start;
  let hasEscape = false;
  while (at < end && CLASSES[bytes[at] as number] === 0) {
    if (bytes[at] === 0x23) hasEscape = true;
    at++;
  }
  cursor.at = at;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, at - start).toString('latin1');
  return pdfName(
    hasEscape
      ? text.replace(/#([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16)))
      : text,
  );
};

const readText = (cursor: Cursor): PdfValue => {
  const { bytes, end } = cursor;
  let at = cursor.at + 1;
  const written: number[] = [];
  let depth = 1;
  for (; at < end; at++) {
    const code = bytes[at] as number;
    if (code === 0x28) depth++;
    else if (code === 0x29 && --depth === 0) break;
    if (code !== 0x5c) {
      written.push(code);
      continue;
    }
    const next = bytes[++at];
    if (next === undefined) break;
    if (next >= 0x30 && next <= 0x37) {
      let value = next - 0x30;
      for (let count = 0; count < 2; count++) {
        const digit = (bytes[at + 1] ?? 0) - 0x30;
        if (digit < 0 || digit > 7) break;
        value = value * 8 + digit;
        at++;
      }
      written.push(value & 0xff);
    } else if (next === 13) {
      if (bytes[at + 1] === 10) at++;
    } else if (next !== 10) written.push(ESCAPES.get(next) ?? next);
  }
  cursor.at = at + 1;
  return { kind: 'string', bytes: Uint8Array.from(written) };
};

const ESCAPES = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

const readHexadecimal = (cursor: Cursor): PdfValue => {
  const { bytes, end } = cursor;
  let at = cursor.at + 1;
  const digits: number[] = [];
  for (; at < end && bytes[at] !== 0x3e; at++) {
    const digit = hexadecimalOf(bytes[at] as number);
    if (digit >= 0) digits.push(digit);
  }
  cursor.at = at + 1;
  const value = new Uint8Array(Math.ceil(digits.length / 2));
  for (let index = 0; index < digits.length; index++) {
    value[index >> 1] =
      (value[index >> 1] as number) | ((digits[index] as number) << (index % 2 ? 0 : 4));
  }
  return { kind: 'string', bytes: value };
};

const readList = (cursor: Cursor, depth: number): PdfValue => {
  const list: PdfValue[] = [];
  for (;;) {
    const value = readToken(cursor, depth + 1);
    if (value === undefined) return list;
    if (!isKeyword(value)) list.push(value);
    else if (value.keyword === ']') return list;
    else if (value.keyword === 'endobj' || value.keyword === '>>') return list;
  }
};

const readDictionary = (cursor: Cursor, depth: number): PdfDictionary => {
  const entries = new Map<string, PdfValue>();
  for (;;) {
    const key = readToken(cursor, depth + 1);
    if (key === undefined) return entries;
    if (isKeyword(key)) {
      if (key.keyword === '>>' || key.keyword === 'endobj') return entries;
      continue;
    }
    if (typeof key !== 'object' || key === null || !('kind' in key) || key.kind !== 'name')
      continue;
    const value = readToken(cursor, depth + 1);
    if (value === undefined) return entries;
    if (isKeyword(value)) {
      if (value.keyword === '>>') return entries;
      continue;
    }
    entries.set(key.name, value);
  }
};

/** A numbered object of a file, with its number. */
interface ParsedObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
}

/**
 * Reads `1 0 obj … endobj` at a place.
 *
 * @param lengthOf finds the length of a stream where it is a reference
 * @returns undefined when there is no object
 */
export const readObjectAt = (
  bytes: Uint8Array,
  at: number,
  lengthOf: (dictionary: PdfDictionary) => number | undefined,
): ParsedObject | undefined => {
  const cursor = cursorOf(bytes, at);
  const head = { ...cursor, hasReferences: false };
  const number = readToken(head);
  const generation = readToken(head);
  const word = readToken(head);
  if (typeof number !== 'number' || typeof generation !== 'number') return undefined;
  if (!isKeyword(word) || !word.keyword.startsWith('obj')) return undefined;
  // Some write `1 0 obj<<` and even `1 0 obj12`.
  cursor.at = head.at - (word.keyword.length - 3);
  const value = readValue(cursor);
  if (!isDictionary(value)) return { number, generation, value };
  const afterValue = cursor.at;
  const next = readToken(cursor);
  if (!isKeyword(next) || next.keyword !== 'stream') {
    cursor.at = afterValue;
    return { number, generation, value };
  }
  let start = cursor.at;
  if (bytes[start] === 13) start++;
  if (bytes[start] === 10) start++;
  const stream: PdfStream = {
    kind: 'stream',
    dictionary: value,
    bytes: bytes.subarray(start, endOfStream(bytes, start, lengthOf(value))),
  };
  return { number, generation, value: stream };
};

const ENDSTREAM = Buffer.from('endstream');
const ENDOBJ = Buffer.from('endobj');

/**
 * The last search of a file for a word: from where, and where it was, or -1. It answers for all places
 * between, so that the file is searched once, however many streams ask.
 */
const searches = new WeakMap<
  Uint8Array,
  Map<Buffer, { readonly from: number; readonly at: number }>
>();

const endOfStream = (bytes: Uint8Array, start: number, length: number | undefined): number => {
  if (length !== undefined && length >= 0 && start + length <= bytes.length) {
    const cursor = cursorOf(bytes, start + length);
    skipSpace(cursor);
    if (ENDSTREAM.every((code, index) => bytes[cursor.at + index] === code)) return start + length;
  }
  // The length is wrong: the stream goes to where it says it ends.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const search = (word: Buffer): number => {
    const known = searches.get(bytes) ?? new Map();
    const last = known.get(word);
    if (last && start >= last.from && (last.at < 0 || start <= last.at)) return last.at;
    const at = buffer.indexOf(word, start);
    searches.set(bytes, known.set(word, { from: start, at }));
    return at;
  };
  let end = search(ENDSTREAM);
  if (end < 0) end = search(ENDOBJ);
  if (end < 0) return bytes.length;
  if (bytes[end - 1] === 10) end--;
  if (bytes[end - 1] === 13) end--;
  return Math.max(start, end);
};
