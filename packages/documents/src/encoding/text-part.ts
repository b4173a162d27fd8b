import { requireWithin } from '../limits.js';
import type { Part, ReadOptions, ReadResult, Unit } from '../model.js';
import { encodeText, isSingleByte } from './encode-text.js';
import { legacyEncodingOf } from './legacy-encoding.js';
import { decodeText, type TextEncoding } from './text-encoding.js';

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

/** What a format can do about characters that the file's encoding does not have, and say. */
export interface UnencodableText {
  /** Writes them otherwise, in an encoding of single bytes. */
  readonly writeUnencodable?: (text: string, label: string) => string;
  /** Puts UTF-8 where the text names its encoding. */
  readonly declareUtf8?: (text: string) => string;
  /** What is to be known about the result, in sentences for people; asked when all is written. */
  readonly notes?: () => readonly string[];
}

/** Makes a document of one text. Where nothing else helps, it becomes UTF-8. */
export const textDocument = (
  { encoding, bytes }: TextFile,
  part: Omit<Part, 'name'>,
  units: readonly Unit[],
  { writeUnencodable, declareUtf8, notes }: UnencodableText = {},
): ReadResult => ({
  units,
  parts: [{ ...part, name: WHOLE_FILE }],
  pack: (changed) => {
    const text = changed.get(WHOLE_FILE);
    if (text === undefined) return bytes;
    const canWrite = writeUnencodable && isSingleByte(encoding.label);
    const writable = canWrite ? writeUnencodable(text, encoding.label) : text;
    const written =
      encodeText(writable, encoding) ?? Buffer.from(declareUtf8?.(text) ?? text, 'utf8');
    return { bytes: written, notes: notes?.() ?? [] };
  },
});
