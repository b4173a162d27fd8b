/** A row with more columns is refused, however many it has. */
const MAX_COLUMNS = 5;

type Separator = ',' | ';';

/** A field with what ends it: a separator, or the end of the row. */
interface Field {
  readonly text: string;
  readonly next: number;
  readonly isLast: boolean;
  readonly problem?: EntryProblem;
}

/**
 * The rows of comma-separated values (RFC 4180). Those with nothing in any column are skipped:
 * spreadsheets write them. Where the decimal separator is a comma, they write semicolons instead.
 */
export function* readCsv(text: string): Generator<EntryRow> {
  const [first] = readRows(text, ',');
  const [other] = first?.problem === undefined ? [] : readRows(text, ';');
  yield* readRows(text, other && other.problem === undefined ? ';' : ',');
}

function* readRows(text: string, separator: Separator): Generator<EntryRow> {
  let position = startOf(text);
  while (position < text.length) {
    const row = readRow(text, position, separator);
    if (row.problem !== undefined || !isBlank(row.columns.join(''))) yield row;
    position = row.next;
  }
}

/** Entries as comma-separated values, one per line. */
export const toCsv = (entries: ReadonlyMap<string, string>): string =>
  [...entries].map((row) => row.map(quoteIfNeeded).join(',')).join('\n');

const quoteIfNeeded = (term: string): string =>
  /["\s,]/.test(term) ? `"${term.replaceAll('"', '""')}"` : term;

const readRow = (
  text: string,
  position: number,
  separator: Separator,
): EntryRow & { readonly next: number } => {
  const columns: string[] = [];
  let columnCount = 0;
  let next = position;
  for (;;) {
    const field = readField(text, next, separator);
    columnCount += 1;
    // Of very many columns, one with something in it says that the row is not blank.
    if (columns.length < MAX_COLUMNS || !isBlank(field.text))
      columns[Math.min(columnCount, MAX_COLUMNS) - 1] = field.text;
    next = field.next;
    if (field.problem !== undefined) return { columns, position, next, problem: field.problem };
    if (!field.isLast) continue;
    if (columnCount === 2 || columnCount === 4 || isBlank(columns.join(''))) {
      return { columns, position, next };
    }
    const words = `has ${columnCount === 1 ? '1 column' : `${columnCount} columns`}, not 2 or 4`;
    return { columns, position, next, problem: { reason: 'entry_columns', words } };
  }
};

const readField = (text: string, start: number, separator: Separator): Field =>
  text[start] === '"' ? readQuoted(text, start, separator) : readPlain(text, start, separator);

const readPlain = (text: string, start: number, separator: Separator): Field => {
  const end = indexOfEnd(text, start, separator);
  return { text: text.slice(start, end), ...afterField(text, end, separator) };
};

const readQuoted = (text: string, start: number, separator: Separator): Field => {
  let end = start + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) {
      const problem = quotes('has a quotation mark that is not closed');
      return { text: '', next: text.length, isLast: true, problem };
    }
    if (text[end + 1] !== '"') break;
    end += 2;
  }
  const content = text.slice(start + 1, end).replaceAll('""', '"');
  const after = indexOfEnd(text, end + 1, separator);
  if (after === end + 1) return { text: content, ...afterField(text, after, separator) };
  const problem = quotes('has text after a closing quotation mark');
  return { text: content, ...afterField(text, after, separator), problem };
};

const quotes = (words: string): EntryProblem => ({ reason: 'entry_quotes', words });

/** The next separator or line end from here. */
const indexOfEnd = (text: string, start: number, separator: Separator): number => {
  const end = separator === ',' ? /[,\r\n]/g : /[;\r\n]/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
};

const afterField = (
  text: string,
  end: number,
  separator: Separator,
): Pick<Field, 'next' | 'isLast'> => {
  if (text[end] === separator) return { next: end + 1, isLast: false };
  const isPair = text[end] === '\r' && text[end + 1] === '\n';
  return { next: end + (isPair ? 2 : 1), isLast: true };
};

/** What is wrong with a row: for programs, and for people. */
export interface EntryProblem {
  readonly reason: string;
  readonly words: string;
}

/** A row of a list of entries, unchecked. */
export interface EntryRow {
  readonly columns: readonly string[];
  /** Where it begins, in UTF-16 code units. */
  readonly position: number;
  /** What makes it unreadable. */
  readonly problem?: EntryProblem;
}

/** The media type of tab-separated values. */
export const TSV = 'text/tab-separated-values; charset=UTF-8';

const BYTE_ORDER_MARK = '\uFEFF';

/** Where the first row begins: spreadsheets put a mark in front of it. */
const startOf = (text: string): number => (text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);

const isBlank = (text: string): boolean => text.trim() === '';

/** The rows of tab-separated values; blank lines are skipped. */
export function* readTsv(text: string): Generator<EntryRow> {
  const lineEnd = /\r\n|\n|\r/g;
  let position = startOf(text);
  while (position <= text.length) {
    lineEnd.lastIndex = position;
    const end = lineEnd.exec(text);
    const line = text.slice(position, end?.index);
    if (!isBlank(line)) yield rowOf(line, position);
    if (!end) return;
    position = lineEnd.lastIndex;
  }
}

const rowOf = (line: string, position: number): EntryRow => {
  const columns = line.split('\t');
  if (columns.length === 2) return { columns, position };
  const words = columns.length < 2 ? 'misses tab separator' : 'has more than one tab separator';
  return { columns, position, problem: { reason: 'entry_columns', words } };
};

/** Entries as tab-separated values, as they are stored and sent. */
export const toTsv = (entries: ReadonlyMap<string, string>): string => {
  const lines: string[] = [];
  for (const [source, target] of entries) lines.push(`${source}\t${target}`);
  return lines.join('\n');
};

/** What UTF-8 says, which came from a string before. */
export const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();

/** The entries that {@link toTsv} wrote. */
export const fromTsv = (tsv: string): ReadonlyMap<string, string> => {
  const entries = new Map<string, string>();
  if (tsv === '') return entries;
  for (const line of tsv.split('\n')) {
    const tab = line.indexOf('\t');
    entries.set(line.slice(0, tab), line.slice(tab + 1));
  }
  return entries;
};
