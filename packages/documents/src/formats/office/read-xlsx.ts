import { DocumentError, MACROS_KEPT } from '../../document-error.js';
import { escapeXml, escapeXmlAttribute } from '../../escape-xml.js';
import type { DocumentLimits } from '../../limits.js';
import { append } from '../../many-values.js';
import type { Edit, Filter, Part, Slot, WriteOptions } from '../../model.js';
import {
  createParagraphCollector,
  isCode,
  type ParagraphCollector,
  plainText,
} from '../../paragraph-collector.js';
import { scanXml } from '../../scan-xml.js';
import { readSimpleTexts } from '../../xml-subtrees.js';
import {
  byNumber,
  countOfficeElements,
  DRAWING,
  readOfficePackage,
  SHARED_PARTS,
} from './read-office.js';
import { readRunPart } from './read-run-part.js';
import type { RunDialect } from './run-dialect.js';

const TYPES = {
  main: /(?:spreadsheetml|ms-excel)\.(?:sheet|template)(?:\.macroEnabled)?\.main\+xml$/,
  sheet: /spreadsheetml\.worksheet\+xml$/,
  strings: /spreadsheetml\.sharedStrings\+xml$/,
  table: /spreadsheetml\.table\+xml$/,
  comments: /spreadsheetml\.comments\+xml$/,
  threads: /ms-excel\.threadedcomments\+xml$/,
  drawing: /officedocument\.drawing\+xml$/,
} as const;

/** Strings of SpreadsheetML, ECMA-376 part 1, section 18.4: with runs, or text alone. */
export const SHEET: RunDialect = {
  paragraphs: new Set(['x:si', 'x:is', 'x:text']),
  run: 'x:r',
  text: 'x:t',
  textAttributes: ' xml:space="preserve"',
  keepsLines: true,
  properties: 'x:rPr',
  containers: new Set(),
  edges: new Set(['x:phoneticPr']),
  // Readings point at characters of the text that was.
  dropped: new Set(['x:rPh']),
  breaks: new Set(),
  characters: new Map(),
  idleProperties: new Set(),
  minorProperties: new Set(['x:charset', 'x:family', 'x:scheme']),
  hiddenProperties: new Set(),
  showsOnSpaces: (_tag, children) =>
    children.some(({ name }) => name === 'x:u' || name === 'x:strike'),
  writeProperties: (properties, prefix) =>
    properties && properties.children.length > 0
      ? `${properties.tag}${properties.children.map(({ source }) => source).join('')}</${prefix}rPr>`
      : '',
};

/** Names of the parts of sheets that are hidden. */
const hiddenSheets = (
  workbook: string,
  names: readonly string[],
  text: (name: string) => string,
  limits: DocumentLimits,
): ReadonlySet<string> => {
  const slash = workbook.lastIndexOf('/') + 1;
  const folder = workbook.slice(0, slash);
  const relations = `${folder}_rels/${workbook.slice(slash)}.rels`;
  if (!names.includes(relations)) return new Set();
  const ids = new Set<string>();
  scanXml(
    text(workbook),
    {
      open(element) {
        const state = element.attribute('state');
        if (element.name !== 'x:sheet' || state === undefined || state === 'visible') return;
        // `sheetId` is a number of its own; the relation is `r:id`, whatever its prefix.
        ids.add(element.attribute('id') ?? '');
      },
    },
    { limits },
  );
  const hidden = new Set<string>();
  scanXml(
    text(relations),
    {
      open(element) {
        if (element.name !== 'rel:Relationship' || !ids.has(element.attribute('Id') ?? '')) return;
        const target = element.attribute('Target') ?? '';
        hidden.add(target.startsWith('/') ? target.slice(1) : folder + target);
      },
    },
    { limits },
  );
  return hidden;
};

/** What the cells of a worksheet say about its strings. */
interface SheetStrings {
  /** Shared strings in cells that are not hidden: indices. */
  readonly visible: ReadonlySet<number>;
  readonly formulas: readonly string[];
}

/** Columns of a sheet, up to XFD. */
const MAX_COLUMN = 16_384;

const IS_TRUE = /^(?:1|true)$/;

/** Finds the shared strings of cells that are seen, and formulas with names in brackets. */
const readSheetStrings = (source: string, limits: DocumentLimits): SheetStrings => {
  const visible = new Set<number>();
  const formulas: string[] = [];
  const hiddenColumns = new Uint8Array(MAX_COLUMN + 1);
  let isRowHidden = false;
  let cell: { isString: boolean; column: number } | undefined;
  let text: string | undefined;
  scanXml(
    source,
    {
      open(element) {
        const { name } = element;
        if (name === 'x:col' && IS_TRUE.test(element.attribute('hidden') ?? '')) {
          const first = Math.max(1, Number(element.attribute('min')));
          const last = Math.min(Number(element.attribute('max') ?? first), MAX_COLUMN);
          if (first <= last) hiddenColumns.fill(1, first, last + 1);
        } else if (name === 'x:row') isRowHidden = IS_TRUE.test(element.attribute('hidden') ?? '');
        else if (name === 'x:c') {
          const column = columnOf(element.attribute('r') ?? '');
          cell = { isString: element.attribute('t') === 's', column };
        } else if (name === 'x:v' || name === 'x:f') text = '';
      },
      text(content) {
        if (text !== undefined) text += content;
      },
      close(name) {
        if (name === 'x:v' && cell?.isString && !isRowHidden) {
          if (!hiddenColumns[cell.column]) visible.add(Number(text));
        }
        if (name === 'x:f' && text?.includes('[')) formulas.push(text);
        if (name === 'x:v' || name === 'x:f') text = undefined;
      },
    },
    { limits },
  );
  return { visible, formulas };
};

/** `AB12` is in column 28. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]*/i.exec(reference)?.[0].toUpperCase() ?? '') {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column;
};

/** Column names of the tables in a workbook. They must be what the cells above the columns say. */
interface TableHeaders {
  readonly names: ReadonlySet<string>;
  /** Whether formulas use the names, which then have to stay. */
  readonly areUsed: boolean;
  /** Keeps translations of different names different, in cells and tables alike. */
  unique(name: string, translation: string): string;
}

/** @param tables sources of the table parts. @param formulas that have brackets in them */
const readTableHeaders = (
  tables: readonly string[],
  formulas: readonly string[],
  limits: DocumentLimits,
): TableHeaders => {
  const names = new Set<string>();
  const used = [...formulas];
  let isFormula = false;
  for (const source of tables) {
    scanXml(
      source,
      {
        open(element) {
          if (element.name === 'x:tableColumn') names.add(element.attribute('name') ?? '');
          isFormula = /Formula$/.test(element.name);
        },
        text(text) {
          if (isFormula) used.push(text);
        },
      },
      { limits },
    );
  }
  /** Which of several columns with one translation each is, by the names of the columns. */
  const owners = new Map<string, Map<string, number>>();
  return {
    names,
    // `Sales[Total]` or `[@Total]`; `[1]Sheet!A1` is another file.
    areUsed: used.some((formula) => /[\p{L}\p{N}_.]\[|\[[@#]/u.test(formula)),
    unique(name, translation) {
      const key = translation.toLowerCase();
      const sharing = owners.get(key) ?? new Map<string, number>();
      owners.set(key, sharing);
      const index = sharing.get(name) ?? sharing.size;
      sharing.set(name, index);
      return index === 0 ? translation : `${translation} ${index + 1}`;
    },
  };
};

/** The names of columns, to change along with the cells that hold them. */
const readTablePart = (
  name: string,
  source: string,
  headers: TableHeaders,
  { collector, limits }: { collector: ParagraphCollector; limits: DocumentLimits },
): Part => {
  const slots: Slot[] = [];
  if (!headers.areUsed) {
    scanXml(
      source,
      {
        open(element) {
          const column = element.attribute('name');
          if (element.name !== 'x:tableColumn' || column === undefined) return;
          const tag = source.slice(element.start, element.end);
          const value = /\sname\s*=\s*(["'])/.exec(tag);
          if (!value) return;
          const start = element.start + value.index + value[0].length;
          const end = source.indexOf(value[1] as string, start);
          const slot = collector.add({
            start,
            end,
            inlines: plainText(column),
            isCopy: true,
            encode: (text) => escapeXmlAttribute(headers.unique(column, text)),
          });
          if (slot) slots.push(slot);
        },
      },
      { limits },
    );
  }
  return { name, text: source, slots };
};

/** How a string that may be a column's name is written. */
const headerEncoder =
  (headers: TableHeaders, name: string) =>
  (text: string): string =>
    escapeXml(headers.unique(name, text));

/** Excel workbooks. Cells that are seen and hold words; never formulas or names of sheets. */
export const readXlsx: Filter = async (bytes, { limits }) => {
  const { contentTypes, hasMacros, text, pack } = await readOfficePackage(bytes, limits);
  const named = (type: RegExp): readonly string[] =>
    [...contentTypes].flatMap(([name, found]) => (type.test(found) ? [name] : [])).sort(byNumber);
  const [workbook] = named(TYPES.main);
  if (workbook === undefined) throw new DocumentError('format_mismatch');

  const collector = createParagraphCollector(limits);
  const reading = { collector, limits };
  const parts: Part[] = [];
  const hidden = hiddenSheets(workbook, [...contentTypes.keys()], text, limits);
  const sheets = named(TYPES.sheet).filter((name) => !hidden.has(name));
  const visible = new Set<number>();
  const formulas: string[] = [];
  const sheetTexts = sheets.map((name) => [name, text(name)] as const);
  for (const [, source] of sheetTexts) {
    const found = readSheetStrings(source, limits);
    for (const index of found.visible) visible.add(index);
    append(formulas, found.formulas);
  }
  const tables = named(TYPES.table).map((name) => [name, text(name)] as const);
  const headers = readTableHeaders(
    tables.map(([, source]) => source),
    formulas,
    limits,
  );

  const encoderOf = (inlines: Parameters<EncoderOf>[0]['inlines']) => {
    const words = inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
    if (isCode(words)) return undefined;
    if (!headers.names.has(words)) return escapeXml;
    const isPlain = inlines.every(({ kind }) => kind === 'text');
    return headers.areUsed || !isPlain ? undefined : headerEncoder(headers, words);
  };
  for (const name of named(TYPES.strings)) {
    const options = {
      collector,
      limits,
      dialects: [SHEET],
      encoderOf: ({ index, inlines }: Parameters<EncoderOf>[0]) =>
        visible.has(index) ? encoderOf(inlines) : undefined,
    };
    parts.push(readRunPart(name, text(name), options));
  }
  for (const [name, source] of sheetTexts) {
    const hasStrings = source.includes('inlineStr');
    const part = hasStrings
      ? readRunPart(name, source, {
          collector,
          limits,
          dialects: [SHEET],
          encoderOf: ({ inlines }) => encoderOf(inlines),
        })
      : { name, text: source, slots: [] };
    parts.push({ ...part, localize: (options) => turnSheet(source, options) });
  }
  for (const [name, source] of tables) parts.push(readTablePart(name, source, headers, reading));
  for (const name of named(TYPES.comments)) {
    parts.push(readRunPart(name, text(name), { collector, limits, dialects: [SHEET] }));
  }
  for (const name of named(TYPES.threads)) {
    parts.push(readSimpleTexts(name, text(name), new Set(['tc:text']), reading));
  }
  for (const name of named(TYPES.drawing)) {
    parts.push(readRunPart(name, text(name), { collector, limits, dialects: [DRAWING] }));
  }
  for (const { type, read } of SHARED_PARTS) {
    for (const name of named(type)) parts.push(read(name, text(name), reading));
  }
  return {
    paragraphs: collector.paragraphs,
    parts: parts.map((part) => ({ ...part, inventory: countOfficeElements })),
    pack: (changed) => ({ bytes: pack(changed), notes: hasMacros ? [MACROS_KEPT] : [] }),
  };
};

type EncoderOf = NonNullable<Parameters<typeof readRunPart>[2]['encoderOf']>;

/** Columns run from the side where reading begins. */
const turnSheet = (source: string, { direction }: WriteOptions): readonly Edit[] => {
  if (!direction) return [];
  const edits: Edit[] = [];
  const head = source.slice(0, source.indexOf('sheetData'));
  for (const { 0: tag, index } of head.matchAll(/<(?:[\w.-]+:)?sheetView\b[^>]*>/g)) {
    const bare = tag.replace(/\srightToLeft\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    const turned = bare.replace(/sheetView\b/, 'sheetView rightToLeft="1"');
    const text = direction === 'rtl' ? turned : bare;
    if (text !== tag) edits.push({ start: index, end: index + tag.length, text });
  }
  return edits;
};
