import { isUtf8 } from 'node:buffer';
import { DocumentError } from './document-error.js';

/** How the characters of a text are stored. */
export interface TextEncoding {
  /** Label of the Encoding Standard, or `utf-32le`, `utf-32be`. */
  readonly label: string;
  readonly hasByteOrderMark: boolean;
}

const BYTE_ORDER_MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding a byte order mark tells. */
export const byteOrderMarkOf = (
  bytes: Uint8Array,
): { readonly label: string; readonly length: number } | undefined => {
  for (const [label, mark] of BYTE_ORDER_MARKS) {
    if (mark.every((byte, index) => bytes[index] === byte)) return { label, length: mark.length };
  }
  return undefined;
};

/** The label the Encoding Standard gives a name. @returns undefined for a name it does not know */
export const encodingLabel = (name: string): string | undefined => {
  try {
    return new TextDecoder(name.trim()).encoding;
  } catch {
    return undefined;
  }
};

/**
 * Decodes text: by its byte order mark, as UTF-16 without one when every other byte is zero, as
 * UTF-8 when it is valid, and as `fallback` otherwise.
 *
 * @param declared what the document itself says; only a byte order mark is believed more
 * @throws DocumentError malformed for what the encoding has no characters for
 */
export const decodeText = (
  bytes: Uint8Array,
  {
    declared,
    fallback = 'windows-1252',
  }: { declared?: string | undefined; fallback?: string } = {},
): { readonly text: string; readonly encoding: TextEncoding } => {
  const mark = byteOrderMarkOf(bytes);
  const content = mark ? bytes.subarray(mark.length) : bytes;
  const label = mark?.label ?? declared ?? guessEncoding(bytes) ?? fallback;
  return {
    text: decode(content, label),
    encoding: { label, hasByteOrderMark: mark !== undefined },
  };
};

/** Whether a file that begins like this is something else than text: only these encodings of text have zeros. */
export const isBinary = (head: Uint8Array): boolean => {
  const label = byteOrderMarkOf(head)?.label ?? guessEncoding(head) ?? '';
  return !/^utf-(?:16|32)/.test(label) && head.includes(0);
};

/** Characters 80 to 9F of windows-1252, which TextDecoder of Node 20 takes for ISO-8859-1. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** An encoding in which every byte is one character. */
interface SingleByteTable {
  /** By byte; undefined where the encoding has nothing. */
  readonly characters: readonly (string | undefined)[];
  readonly bytes: ReadonlyMap<string, number>;
}

const tables = new Map<string, SingleByteTable | undefined>();

/** @param label of the Encoding Standard. @returns undefined for encodings of several bytes */
export const singleByteTable = (label: string): SingleByteTable | undefined => {
  if (!tables.has(label)) tables.set(label, readTable(label));
  return tables.get(label);
};

const readTable = (label: string): SingleByteTable | undefined => {
  if (label.startsWith('utf-')) return undefined;
  const decoder = new TextDecoder(label);
  const characters = Array.from({ length: 256 }, (_, byte) => {
    if (decoder.encoding === 'windows-1252' && byte >= 0x80 && byte <= 0x9f) {
      return WINDOWS_1252.charAt(byte - 0x80);
    }
    const text = decoder.decode(Uint8Array.of(byte));
    return text.length === 1 && text !== '\uFFFD' ? text : undefined;
  });
  const bytes = new Map(
    characters.flatMap((text, byte) => (text === undefined ? [] : [[text, byte]])),
  );
  // In an encoding of several bytes the first byte of each alone means nothing.
  return bytes.size > 200 ? { characters, bytes } : undefined;
};

/** Decodes by one label. @throws DocumentError malformed */
const decode = (bytes: Uint8Array, label: string): string => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (label === 'utf-16le' || label === 'utf-16be') {
    if (bytes.length % 2 !== 0) throw new DocumentError('malformed', 'Half a UTF-16 character.');
    // Not TextDecoder: lone surrogates have to survive the way back.
    return (label === 'utf-16le' ? buffer : Buffer.from(buffer).swap16()).toString('utf16le');
  }
  if (label === 'utf-32le' || label === 'utf-32be') return decodeUtf32(buffer, label);
  const table = singleByteTable(label);
  if (table) return decodeSingleByte(bytes, table, label);
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentError('malformed', `It is not encoded in ${label}.`, { cause });
  }
};

/** A large file would be a list of as many strings as it has bytes. */
const BLOCK_BYTES = 8192;

const decodeSingleByte = (
  bytes: Uint8Array,
  { characters }: SingleByteTable,
  label: string,
): string => {
  const characterOf = (byte: number): string => {
    const character = characters[byte];
    if (character === undefined) {
      throw new DocumentError('malformed', `It is not encoded in ${label}.`);
    }
    return character;
  };
  let text = '';
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    text += Array.from(bytes.subarray(start, start + BLOCK_BYTES), characterOf).join('');
  }
  return text;
};

const decodeUtf32 = (buffer: Buffer, label: string): string => {
  if (buffer.length % 4 !== 0) throw new DocumentError('malformed', 'Half a UTF-32 character.');
  const pieces: string[] = [];
  for (let index = 0; index < buffer.length; index += 4) {
    const code = label === 'utf-32le' ? buffer.readUInt32LE(index) : buffer.readUInt32BE(index);
    if (code > 0x10ffff) throw new DocumentError('malformed', 'It is not encoded in UTF-32.');
    pieces.push(String.fromCodePoint(code));
  }
  return pieces.join('');
};

/** Without a mark: the pattern of UTF-16 for Latin text, or valid UTF-8. */
const guessEncoding = (bytes: Uint8Array): string | undefined => {
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] === 0) index % 2 === 0 ? even++ : odd++;
  }
  const half = sample.length / 2;
  if (bytes.length % 2 === 0 && odd > half * 0.4 && even === 0) return 'utf-16le';
  if (bytes.length % 2 === 0 && even > half * 0.4 && odd === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : undefined;
};

/**
 * Encodes text as it was stored.
 *
 * @returns undefined when the encoding has no way to write some character of it
 */
export const encodeText = (text: string, encoding: TextEncoding): Uint8Array | undefined => {
  const marked = encoding.hasByteOrderMark ? `\uFEFF${text}` : text;
  switch (encoding.label) {
    case 'utf-8':
      return Buffer.from(marked, 'utf8');
    case 'utf-16le':
      return Buffer.from(marked, 'utf16le');
    case 'utf-16be':
      return Buffer.from(marked, 'utf16le').swap16();
    case 'utf-32le':
    case 'utf-32be':
      return encodeUtf32(marked, encoding.label);
    default:
      return encodeSingleByte(marked, encoding.label);
  }
};

/** Whether one byte is one character, so that text can be written back. */
export const isSingleByte = (label: string): boolean => singleByteTable(label) !== undefined;

/** Characters the encoding cannot write become numeric references, as HTML and XML allow. */
export const referToUnencodable = (text: string, label: string): string => {
  const bytes = singleByteTable(label)?.bytes;
  if (!bytes) return text;
  let written = '';
  for (const character of text) {
    written += bytes.has(character) ? character : `&#${character.codePointAt(0)};`;
  }
  return written;
};

const encodeUtf32 = (text: string, label: string): Uint8Array => {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const buffer = Buffer.alloc(codes.length * 4);
  for (const [index, code] of codes.entries()) {
    if (label === 'utf-32le') buffer.writeUInt32LE(code, index * 4);
    else buffer.writeUInt32BE(code, index * 4);
  }
  return buffer;
};

const encodeSingleByte = (text: string, label: string): Uint8Array | undefined => {
  const bytes = singleByteTable(label)?.bytes;
  if (!bytes) return undefined;
  const buffer = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = bytes.get(text.charAt(index));
    if (byte === undefined) return undefined;
    buffer[index] = byte;
  }
  return buffer;
};
