import { encodeText, isSingleByte } from './encoding/encode-text.js';
import { legacyEncodingOf } from './encoding/legacy-encoding.js';
import { decodeText, type TextEncoding } from './encoding/text-encoding.js';
import { requireWithin } from './limits.js';
import type { Part, ReadOptions, ReadResult, Unit } from './model.js';

/** The name of the only part of a file that is no archive. */
export const WHOLE_FILE = '';

/** A file that is one text. */
export interface TextFile {
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bytes: Uint8Array;
}

/**
 * @param declared the encoding the file names itself, or the one its format lays down
 * @throws DocumentError too_large, malformed
 */
export const readTextFile = (
  bytes: Uint8Array,
  { sourceLanguage, limits }: ReadOptions,
  declared?: string,
): TextFile => {
  requireWithin(bytes.length, limits, 'partBytes');
  const fallback = legacyEncodingOf(sourceLanguage);
  return { ...decodeText(bytes, { declared, fallback }), bytes };
};

/** How characters are written that the file's encoding does not have. */
export type WriteUnencodable = (text: string, label: string) => string;

/** Makes a document of one text. Without a way to write a character, it becomes UTF-8. */
export const textDocument = (
  { encoding, bytes }: TextFile,
  part: Omit<Part, 'name'>,
  units: readonly Unit[],
  writeUnencodable?: WriteUnencodable,
): ReadResult => ({
  units,
  parts: [{ ...part, name: WHOLE_FILE }],
  pack: (changed) => {
    const text = changed.get(WHOLE_FILE);
    if (text === undefined) return bytes;
    const canWrite = writeUnencodable && isSingleByte(encoding.label);
    const writable = canWrite ? writeUnencodable(text, encoding.label) : text;
    return encodeText(writable, encoding) ?? Buffer.from(text, 'utf8');
  },
});
