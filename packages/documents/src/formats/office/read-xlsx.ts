import { DocumentError } from '../../document-error.js';
import type { Edit, Filter, Part, WriteOptions } from '../../model.js';
import { isCode } from '../../units/translatable.js';
import { createUnitCollector } from '../../units/unit-collector.js';
import { escapeXml } from '../../xml/escape-xml.js';
import { readSimpleTexts } from '../../xml/read-simple-texts.js';
import { countOfficeElements } from './count-elements.js';
import { DRAWING } from './drawing-dialect.js';
import { hiddenSheets } from './hidden-sheets.js';
import { readOfficePackage } from './office-package.js';
import { byNumber } from './read-office.js';
import { readRunPart } from './read-run-part.js';
import { SHARED_PARTS } from './shared-parts.js';
import { SHEET } from './sheet-dialect.js';
import { readSheetStrings } from './sheet-visibility.js';
import { headerEncoder, readTableHeaders, readTablePart } from './table-headers.js';

const TYPES = {
  main: /spreadsheetml\.(?:sheet|template)\.main\+xml$/,
  sheet: /spreadsheetml\.worksheet\+xml$/,
  strings: /spreadsheetml\.sharedStrings\+xml$/,
  table: /spreadsheetml\.table\+xml$/,
  comments: /spreadsheetml\.comments\+xml$/,
  threads: /ms-excel\.threadedcomments\+xml$/,
  drawing: /officedocument\.drawing\+xml$/,
} as const;

/** Excel workbooks. Cells that are seen and hold words; never formulas or names of sheets. */
export const readXlsx: Filter = async (bytes, { limits }) => {
  const { contentTypes, text, pack } = await readOfficePackage(bytes, limits);
  const named = (type: RegExp): readonly string[] =>
    [...contentTypes].flatMap(([name, found]) => (type.test(found) ? [name] : [])).sort(byNumber);
  const [workbook] = named(TYPES.main);
  if (workbook === undefined) throw new DocumentError('format_mismatch');

  const collector = createUnitCollector(limits);
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
    formulas.push(...found.formulas);
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
      ...{ collector, limits, dialects: [SHEET] },
      encoderOf: ({ index, inlines }: Parameters<EncoderOf>[0]) =>
        visible.has(index) ? encoderOf(inlines) : undefined,
    };
    parts.push(readRunPart(name, text(name), options));
  }
  for (const [name, source] of sheetTexts) {
    const hasStrings = source.includes('inlineStr');
    const part = hasStrings
      ? readRunPart(name, source, {
          ...{ collector, limits, dialects: [SHEET] },
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
    units: collector.units,
    parts: parts.map((part) => ({ ...part, inventory: countOfficeElements })),
    pack,
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
