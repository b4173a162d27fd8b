import { DocumentError } from '../../document-error.js';
import type { DocumentLimits } from '../../limits.js';
import { readTextArchive, type TextArchive } from '../../text-archive.js';
import { scanXml } from '../../xml/scan-xml.js';

/** An office file: parts with their content types (ECMA-376 part 2). */
export interface OfficePackage {
  readonly hasMacros: boolean;
  /** Names of parts, with no slash in front, and their content types, in the order of the file. */
  readonly contentTypes: ReadonlyMap<string, string>;
  /** @throws DocumentError when it is no text, too large or damaged */
  text(name: string): string;
  /** Writes the file with changed parts; a signature of it, now wrong, is left out. */
  pack(changed: ReadonlyMap<string, string>): Uint8Array;
}

const TYPES = '[Content_Types].xml';
const RELATIONS = '_rels/.rels';
const SIGNATURES = '_xmlsignatures/';

/** @throws DocumentError macros, format_mismatch, and all that reading an archive can throw */
export const readOfficePackage = async (
  bytes: Uint8Array,
  limits: DocumentLimits,
  keepsMacros = false,
): Promise<OfficePackage> => {
  const archive = await readTextArchive(bytes, limits);
  if (!archive.has(TYPES)) throw new DocumentError('format_mismatch', 'It is no Office document.');
  const contentTypes = readContentTypes(archive, limits);
  const hasMacros = [...contentTypes].some(
    ([name, type]) => /macroEnabled|vbaProject/i.test(type) || /vbaProject\.bin$/i.test(name),
  );
  if (hasMacros && !keepsMacros) throw new DocumentError('macros');
  return {
    hasMacros,
    contentTypes,
    text: archive.text,
    pack(changed) {
      const signatures = archive.names.filter((name) => name.startsWith(SIGNATURES));
      if (changed.size === 0 || signatures.length === 0) return archive.pack(changed);
      const naming = [TYPES, RELATIONS].filter(archive.has).map((name) => {
        const text = changed.get(name) ?? archive.text(name);
        return [name, text.replace(NAMED_SIGNATURE, '')] as const;
      });
      return archive.pack(new Map([...changed, ...naming]), new Set(signatures));
    },
  };
};

const NAMED_SIGNATURE = /<(?:\w+:)?(?:Override|Relationship)\b[^>]*_xmlsignatures\/[^>]*\/>/g;

const readContentTypes = (
  { names, text }: TextArchive,
  limits: DocumentLimits,
): ReadonlyMap<string, string> => {
  const overrides = new Map<string, string>();
  const defaults = new Map<string, string>();
  scanXml(
    text(TYPES),
    {
      open(element) {
        const type = element.attribute('ContentType') ?? '';
        const part = element.attribute('PartName') ?? '';
        if (element.name === 'ct:Override') {
          overrides.set(part.replace(/^\//, '').toLowerCase(), type);
        } else if (element.name === 'ct:Default') {
          defaults.set((element.attribute('Extension') ?? '').toLowerCase(), type);
        }
      },
    },
    { limits },
  );
  return new Map(
    names.map((name) => {
      const key = name.toLowerCase();
      const extension = key.slice(key.lastIndexOf('.') + 1);
      return [name, overrides.get(key) ?? defaults.get(extension) ?? ''];
    }),
  );
};
