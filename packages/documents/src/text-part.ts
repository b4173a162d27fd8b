import { requireWithin } from './limits.js';
import type { Paragraph, Part, ReadOptions, ReadResult } from './model.js';
import { decodeText, encodeText, isSingleByte, type TextEncoding } from './text-encoding.js';

/** The name of the only part of a file that is no archive. */
export const WHOLE_FILE = '';

/** A file that is one text. */
export interface TextFile {
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly bytes: Uint8Array;
}

/** Encodings in which old text files of a language usually are. Others: windows-1252. */
const LEGACY_ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  'windows-1250': ['cs', 'pl', 'sk', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'],
  'windows-1251': ['ru', 'uk', 'be', 'bg', 'mk', 'sr', 'kk', 'ky', 'mn', 'tg', 'tt', 'ba'],
  'windows-1253': ['el'],
  'windows-1254': ['tr', 'az'],
  'windows-1255': ['he', 'yi'],
  'windows-1256': ['ar', 'fa', 'ur', 'ps'],
  'windows-1257': ['et', 'lv', 'lt'],
  'windows-1258': ['vi'],
  'windows-874': ['th'],
};

/** The single-byte encoding to assume for text that is no Unicode. @param language BCP 47 tag */
export const legacyEncodingOf = (language: string | undefined): string => {
  const base = language?.toLowerCase().split('-')[0] ?? '';
  const found = Object.entries(LEGACY_ENCODINGS).find(([, languages]) => languages.includes(base));
  return found?.[0] ?? 'windows-1252';
};

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
  paragraphs: readonly Paragraph[],
  { writeUnencodable, declareUtf8, notes }: UnencodableText = {},
): ReadResult => ({
  paragraphs,
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

/** Writes text between quotation marks, as gettext catalogues and Apple's strings do. */
export const encodeQuoted = (text: string): string =>
  text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');

/** A text on one line. The look behind keeps long white space linear. */
export const onOneLine = (text: string): string => text.replace(/(?<!\s)\s*[\r\n]+\s*/g, ' ');

/** The white space in front of a place. A pattern would look at all of the text before it. */
export const spaceBefore = (text: string, end: number): string => {
  let start = end;
  while (start > 0 && /\s/.test(text[start - 1] as string)) start--;
  return text.slice(start, end);
};
