import { type Archive, readArchive } from '../../archive/read-archive.js';
import { writeArchive } from '../../archive/write-archive.js';
import { DocumentError } from '../../document-error.js';
import { encodeText } from '../../encoding/encode-text.js';
import { decodeText, type TextEncoding } from '../../encoding/text-encoding.js';
import type { DocumentLimits } from '../../limits.js';
import { scanXml } from '../../xml/scan-xml.js';
import { declaredXmlEncoding, XML_UNENCODABLE } from '../../xml/xml-encoding.js';

/** An office file: parts with their content types (ECMA-376 part 2). */
export interface OfficePackage {
  /** Names of parts, with no slash in front, and their content types, in the order of the file. */
  readonly contentTypes: ReadonlyMap<string, string>;
  /** @throws DocumentError when it is no text, too large or damaged */
  text(name: string): string;
  /** Writes the file with changed parts; a signature of it, now wrong, is left out. */
  pack(changed: ReadonlyMap<string, string>): Uint8Array;
}

const TYPES = '[Content_Types].xml';
const SIGNATURES = '_xmlsignatures/';

/** @throws DocumentError macros, format_mismatch, and all that reading an archive can throw */
export const readOfficePackage = async (
  bytes: Uint8Array,
  limits: DocumentLimits,
): Promise<OfficePackage> => {
  const archive = await readArchive(bytes, limits);
  if (!archive.has(TYPES)) throw new DocumentError('format_mismatch', 'It is no Office document.');
  const encodings = new Map<string, TextEncoding>();
  const read = (name: string) => {
    const content = archive.inflate(name);
    const decoded = decodeText(content, { declared: declaredXmlEncoding(content) });
    encodings.set(name, decoded.encoding);
    return decoded;
  };
  const contentTypes = readContentTypes(archive, read(TYPES).text, limits);
  const hasMacros = [...contentTypes].some(
    ([name, type]) => /macroEnabled|vbaProject/i.test(type) || /vbaProject\.bin$/i.test(name),
  );
  if (hasMacros) throw new DocumentError('macros');
  return {
    contentTypes,
    text: (name) => read(name).text,
    pack(changed) {
      if (changed.size === 0) return bytes;
      const removed = archive.entries
        .map(({ name }) => name)
        .filter((name) => name.startsWith(SIGNATURES));
      const replaced = new Map([
        ...changed,
        ...withoutSignatures(archive, removed, changed, (name) => read(name).text),
      ]);
      return writeArchive(
        archive,
        new Map([...replaced].map(([name, text]) => [name, encode(text, encodings.get(name))])),
        new Set(removed),
      );
    },
  };
};

const readContentTypes = (
  archive: Archive,
  source: string,
  limits: DocumentLimits,
): ReadonlyMap<string, string> => {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  scanXml(
    source,
    {
      open(element) {
        const type = element.attribute('ContentType') ?? '';
        if (element.name === 'ct:Override') {
          overrides.set(
            (element.attribute('PartName') ?? '').replace(/^\//, '').toLowerCase(),
            type,
          );
        } else if (element.name === 'ct:Default') {
          defaults.set((element.attribute('Extension') ?? '').toLowerCase(), type);
        }
      },
    },
    { limits },
  );
  return new Map(
    archive.entries.map(({ name }) => {
      const key = name.toLowerCase();
      const extension = key.slice(key.lastIndexOf('.') + 1);
      return [name, overrides.get(key) ?? defaults.get(extension) ?? ''];
    }),
  );
};

/** What names the parts of a signature, without them. */
const withoutSignatures = (
  archive: Archive,
  removed: readonly string[],
  changed: ReadonlyMap<string, string>,
  read: (name: string) => string,
): readonly (readonly [string, string])[] => {
  if (removed.length === 0) return [];
  return ['_rels/.rels', TYPES]
    .filter((name) => archive.has(name))
    .map((name) => {
      const text = changed.get(name) ?? read(name);
      return [
        name,
        text.replace(/<(?:\w+:)?(?:Override|Relationship)\b[^>]*_xmlsignatures\/[^>]*\/>/g, ''),
      ];
    });
};

const UTF_8: TextEncoding = { label: 'utf-8', hasByteOrderMark: false };

const encode = (text: string, encoding = UTF_8): Uint8Array => {
  const writable = XML_UNENCODABLE.writeUnencodable?.(text, encoding.label) ?? text;
  return (
    encodeText(writable, encoding) ??
    Buffer.from(XML_UNENCODABLE.declareUtf8?.(text) ?? text, 'utf8')
  );
};
