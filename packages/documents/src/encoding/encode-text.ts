import { singleByteTable, type TextEncoding } from './text-encoding.js';

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
