import { DocumentError } from './document-error.js';
import { DEFAULT_LIMITS } from './limits.js';
import { declaredXmlEncoding } from './scan-xml.js';
import { readTextArchive, type TextArchive } from './text-archive.js';
import { decodeText } from './text-encoding.js';
import { childOf, forEachSubtree, textOf, type XmlNode } from './xml-subtrees.js';

const STRINGS = 'xl/sharedStrings.xml';
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
const MAX_COLUMNS = 4;
const OPTIONS = { limits: DEFAULT_LIMITS };

/**
 * The texts of the first sheet of an Excel workbook, row by row: its first four columns, numbers as
 * they are stored. Rows without a cell are left out.
 *
 * @throws DocumentError format_mismatch for what is no workbook, and what reading an archive throws
 */
export const readSheet = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> => {
  const archive = await readTextArchive(bytes, DEFAULT_LIMITS);
  const sheet = archive.names.filter((name) => SHEET.test(name)).toSorted(byNumber)[0];
  if (sheet === undefined) throw new DocumentError('format_mismatch', 'It is no Excel workbook.');
  const strings = readStrings(archive);
  const rows: string[][] = [];
  forEachSubtree(
    archive.text(sheet),
    (name) => name === 'x:row',
    (row) => {
      const columns: string[] = [];
      for (const cell of row.children) {
        if (cell.name !== 'x:c') continue;
        const column = columnOf(cell.attribute('r')) ?? columns.length;
        if (column < MAX_COLUMNS) columns[column] = textOfCell(cell, strings);
      }
      if (columns.length > 0) rows.push(Array.from(columns, (text) => text ?? ''));
    },
    OPTIONS,
  );
  return rows;
};

const byNumber = (one: string, other: string): number => numberIn(one) - numberIn(other);
const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);

const readStrings = (archive: TextArchive): readonly string[] => {
  if (!archive.has(STRINGS)) return [];
  const strings: string[] = [];
  forEachSubtree(
    archive.text(STRINGS),
    (name) => name === 'x:si',
    (node) => strings.push(shownText(node)),
    OPTIONS,
  );
  return strings;
};

/** The runs of a text, without the readings of Japanese words that go with them. */
const shownText = (node: XmlNode): string =>
  node.children
    .map((child) => {
      if (child.name === 'x:t') return textOf(child);
      return child.name === 'x:r' ? shownText(child) : '';
    })
    .join('');

const textOfCell = (cell: XmlNode, strings: readonly string[]): string => {
  const inline = childOf(cell, 'x:is');
  if (inline) return shownText(inline);
  const value = childOf(cell, 'x:v');
  const text = value ? textOf(value) : '';
  return cell.attribute('t') === 's' ? (strings[Number(text)] ?? '') : text;
};

/** `B7` is in column 1. */
const columnOf = (place: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

/** The terms of one concept in one language, the first one first. */
export interface ConceptTerms {
  /** As the file names it, such as `en-US`. */
  readonly language: string;
  readonly terms: readonly string[];
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
// TBX 2 (ISO 30042:2008) and TBX 3 (ISO 30042:2019).
const CONCEPTS = new Set(['termEntry', 'conceptEntry']);
const LANGUAGES = new Set(['langSet', 'langSec']);

/**
 * Reads a terminology file (TBX 2 or 3): the terms of each concept by language.
 *
 * @throws DocumentError malformed, too_large, format_mismatch without a concept
 */
export const readTbx = (bytes: Uint8Array): readonly (readonly ConceptTerms[])[] => {
  const { text } = decodeText(bytes, { declared: declaredXmlEncoding(bytes) });
  const concepts: (readonly ConceptTerms[])[] = [];
  forEachSubtree(
    text,
    (name) => CONCEPTS.has(localName(name)),
    (concept) => concepts.push(languagesOf(concept)),
    { limits: DEFAULT_LIMITS, allowsDoctype: true },
  );
  if (concepts.length > 0) return concepts;
  throw new DocumentError('format_mismatch', 'It is no TBX file, or has no terms.');
};

const languagesOf = (concept: XmlNode): readonly ConceptTerms[] =>
  descendants(concept, (name) => LANGUAGES.has(name)).map((section) => ({
    language: section.attribute('xml:lang') ?? section.attribute('lang') ?? '',
    terms: descendants(section, (name) => name === 'term').map((term) =>
      textOf(term).replace(/\s+/g, ' ').trim(),
    ),
  }));

const descendants = (node: XmlNode, isWanted: (name: string) => boolean): readonly XmlNode[] =>
  node.children.flatMap((child) => {
    if (child.name === undefined) return [];
    return isWanted(localName(child.name)) ? [child] : descendants(child, isWanted);
  });
