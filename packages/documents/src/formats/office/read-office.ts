import { DocumentError, MACROS_KEPT } from '../../document-error.js';
import { escapeXmlAttribute } from '../../escape-xml.js';
import { officeLocale } from '../../language.js';
import type { DocumentLimits } from '../../limits.js';
import type { Filter, Part } from '../../model.js';
import { createParagraphCollector, type ParagraphCollector } from '../../paragraph-collector.js';
import { scanXml } from '../../scan-xml.js';
import { readTextArchive, type TextArchive } from '../../text-archive.js';
import { countElements, readSimpleTexts } from '../../xml-subtrees.js';
import { readRunPart } from './read-run-part.js';
import type { RunDialect } from './run-dialect.js';

/** An office file: parts with their content types (ECMA-376 part 2). */
interface OfficePackage {
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

/** @throws DocumentError format_mismatch, and all that reading an archive can throw */
export const readOfficePackage = async (
  bytes: Uint8Array,
  limits: DocumentLimits,
): Promise<OfficePackage> => {
  const archive = await readTextArchive(bytes, limits);
  if (!archive.has(TYPES)) throw new DocumentError('format_mismatch', 'It is no Office document.');
  const contentTypes = readContentTypes(archive, limits);
  const hasMacros = [...contentTypes].some(
    ([name, type]) => /macroEnabled|vbaProject/i.test(type) || /vbaProject\.bin$/i.test(name),
  );
  return {
    hasMacros,
    contentTypes,
    text: archive.text,
    pack(changed) {
      const signatures = archive.names.filter((name) => name.startsWith(SIGNATURES));
      if (changed.size === 0 || signatures.length === 0) return archive.pack(changed);
      const naming = [TYPES, RELATIONS].filter(archive.has).map((name) => {
        const text = changed.get(name) ?? archive.text(name);
        return [
          name,
          text.replace(NAMING, (tag) => (tag.includes(SIGNATURES) ? '' : tag)),
        ] as const;
      });
      return archive.pack(new Map([...changed, ...naming]), new Set(signatures));
    },
  };
};

/** Elements that name a part of the archive. */
const NAMING = /<(?:\w+:)?(?:Override|Relationship)\b[^<>]*\/>/g;

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

/** Runs are merged, readings dropped, and direction and language said. */
const ELASTIC = {
  names: new Set([
    'r',
    't',
    'pPr',
    'bidi',
    'bidiVisual',
    'lang',
    'proofErr',
    'lastRenderedPageBreak',
    'noBreakHyphen',
    'softHyphen',
  ]),
  withContent: new Set(['rPrChange', 'rPr', 'rPh', 'ruby']),
};

/** What has to be in a part of an office file as often after the translation as before. */
export const countOfficeElements = (source: string): ReadonlyMap<string, number> =>
  countElements(source, ELASTIC);

/** How a part with a content type is read. The order is that of the paragraphs. */
export interface PartKind {
  readonly type: RegExp;
  readonly read: (name: string, source: string, reading: PartReading) => Part;
}

interface PartReading {
  readonly collector: ParagraphCollector;
  readonly limits: DocumentLimits;
}

const CORE_TEXTS = new Set(['dc:title', 'dc:subject', 'dc:description', 'cp:keywords']);
const CACHES = new Set(['c:strCache', 'c:multiLvlStrCache']);

/** DrawingML text, ECMA-376 part 1, section 21.1.2: slides, charts, SmartArt, shapes. */
export const DRAWING: RunDialect = {
  paragraphs: new Set(['a:p']),
  run: 'a:r',
  text: 'a:t',
  textAttributes: '',
  keepsLines: false,
  properties: 'a:rPr',
  containers: new Set(),
  edges: new Set(['a:pPr', 'a:endParaRPr']),
  dropped: new Set(),
  breaks: new Set(['a:br']),
  characters: new Map(),
  idleProperties: new Set(),
  minorProperties: new Set(),
  idleAttributes:
    /\s(?:lang|altLang|dirty|err|noProof|smtClean|smtId|bmk)\s*=\s*(?:"[^"]*"|'[^']*')/g,
  hiddenProperties: new Set(),
  showsOnSpaces: (tag) => /\s(?:u|strike)\s*=\s*["'](?!none|noStrike)/.test(tag),
  writeProperties(properties, prefix, { targetLanguage }) {
    const children = properties?.children ?? [];
    const lang = targetLanguage
      ? ` lang="${escapeXmlAttribute(officeLocale(targetLanguage))}"`
      : '';
    const tag = properties?.tag || `<${prefix}rPr>`;
    if (!lang && children.length === 0 && !/\s/.test(tag)) return '';
    const start = tag.replace(/^<[^\s/>]+/, (name) => name + lang);
    return `${start}${children.map(({ source }) => source).join('')}</${prefix}rPr>`;
  },
};

/** SmartArt: the picture of it that programs show has the same text once more. */
const readCopy = (name: string, source: string, { collector, limits }: PartReading): Part =>
  readRunPart(name, source, { collector, limits, dialects: [DRAWING], isCopy: true });

const readDrawing = (name: string, source: string, { collector, limits }: PartReading): Part =>
  readRunPart(name, source, { collector, limits, dialects: [DRAWING] });

/** Charts: titles and labels, and the names a chart has taken from its table. */
const readChart = (name: string, source: string, { collector, limits }: PartReading): Part => {
  const titles = readRunPart(name, source, { collector, limits, dialects: [DRAWING] });
  const names = readSimpleTexts(name, source, new Set(['c:v']), {
    collector,
    limits,
    isCopy: true,
    isLeftOut: (ancestors) => !ancestors.some((ancestor) => CACHES.has(ancestor)),
  });
  return { name, text: source, slots: [...titles.slots, ...names.slots] };
};

const readCore = (name: string, source: string, reading: PartReading): Part =>
  readSimpleTexts(name, source, CORE_TEXTS, reading);

/** Parts that Word, PowerPoint and Excel have in common. */
export const SHARED_PARTS: readonly PartKind[] = [
  { type: /drawingml\.diagramData\+xml$/, read: readDrawing },
  { type: /drawingml\.diagramDrawing\+xml$/, read: readCopy },
  { type: /drawingml\.chart\+xml$/, read: readChart },
  { type: /drawingml\.chartshapes\+xml$/, read: readDrawing },
  { type: /core-properties\+xml$/, read: readCore },
];

/** Makes the filter of an office format from the kinds of parts it consists of. */
export const officeFilter =
  (main: RegExp, kinds: readonly PartKind[]): Filter =>
  async (bytes, { limits }) => {
    const { contentTypes, hasMacros, text, pack } = await readOfficePackage(bytes, limits);
    if (![...contentTypes.values()].some((type) => main.test(type))) {
      throw new DocumentError('format_mismatch');
    }
    const collector = createParagraphCollector(limits);
    const parts: Part[] = [];
    for (const { type, read } of kinds) {
      const names = [...contentTypes].filter(([, contentType]) => type.test(contentType));
      for (const name of names.map(([found]) => found).sort(byNumber)) {
        const part = read(name, text(name), { collector, limits });
        parts.push({ ...part, inventory: countOfficeElements });
      }
    }
    return {
      paragraphs: collector.paragraphs,
      parts,
      pack: (changed) => ({ bytes: pack(changed), notes: hasMacros ? [MACROS_KEPT] : [] }),
    };
  };

/** `slide2.xml` before `slide10.xml`. */
export const byNumber = new Intl.Collator('en', { numeric: true }).compare;
