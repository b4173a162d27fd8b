import { readArchive, writeArchive } from './archive.js';
import type { DocumentLimits } from './limits.js';
import { declaredXmlEncoding, XML_UNENCODABLE } from './scan-xml.js';
import { decodeText, encodeText, type TextEncoding } from './text-encoding.js';

/** An archive whose entries are XML and files nobody looks into. */
export interface TextArchive {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The text of an entry. @throws DocumentError when it is no text, too large or damaged */
  text(name: string): string;
  /**
   * Writes the archive with changed texts, in the encodings they had. Without any, the bytes are
   * those that were read.
   *
   * @param removed names of entries to leave out
   */
  pack(changed: ReadonlyMap<string, string>, removed?: ReadonlySet<string>): Uint8Array;
}

/** @throws DocumentError as reading an archive does */
export const readTextArchive = async (
  bytes: Uint8Array,
  limits: DocumentLimits,
): Promise<TextArchive> => {
  const archive = await readArchive(bytes, limits);
  const encodings = new Map<string, TextEncoding>();
  return {
    names: archive.entries.map(({ name }) => name),
    has: archive.has,
    text(name) {
      const content = archive.inflate(name);
      const { text, encoding } = decodeText(content, { declared: declaredXmlEncoding(content) });
      encodings.set(name, encoding);
      return text;
    },
    pack(changed, removed) {
      if (changed.size === 0) return bytes;
      const encoded = [...changed].map(
        ([name, text]) => [name, encode(text, encodings.get(name))] as const,
      );
      return writeArchive(archive, new Map(encoded), removed);
    },
  };
};

const UTF_8: TextEncoding = { label: 'utf-8', hasByteOrderMark: false };

const encode = (text: string, encoding = UTF_8): Uint8Array => {
  const writable = XML_UNENCODABLE.writeUnencodable?.(text, encoding.label) ?? text;
  return (
    encodeText(writable, encoding) ??
    Buffer.from(XML_UNENCODABLE.declareUtf8?.(text) ?? text, 'utf8')
  );
};
