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
export const startOf = (text: string): number => (text.startsWith(BYTE_ORDER_MARK) ? 1 : 0);

export const isBlank = (text: string): boolean => text.trim() === '';

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
