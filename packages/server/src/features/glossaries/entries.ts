import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  GLOSSARY_LIMITS,
  hasControlCharacter,
  hasLoneSurrogate,
  type SentDictionary,
} from '@dragoman/contract';
import { readCsv } from './csv.js';
import { type EntryRow, fromTsv, readTsv, toTsv } from './tsv.js';

/** A change to the entries of a dictionary; the parts apply in this order. */
export interface EntriesChange {
  /** What {@link toTsv} wrote before; empty for a new dictionary. */
  readonly known: string;
  readonly removed?: readonly string[];
  /** To be checked, and put in the place of known ones with the same sources. */
  readonly sent?: SentDictionary;
}

/** The entries of a dictionary. */
export interface EditedEntries {
  readonly tsv: string;
  readonly entryCount: number;
}

/** Targets by source, in the order in which they were sent. */
export type Entries = ReadonlyMap<string, string>;

/** Rows that are checked before other requests have their turn. */
const ROWS_PER_TURN = 5000;

/**
 * Reads the entries of a dictionary and checks every rule for them.
 *
 * @throws AppError `invalid_parameter`, with the index and the position of the row in its detail
 */
export const readEntries = async (dictionary: SentDictionary): Promise<Entries> => {
  const entries = new Map<string, string>();
  let index = 0;
  for (const row of rowsOf(dictionary)) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
    const problem = row.problem ?? problemOf(row.columns);
    if (problem !== undefined) throw invalidEntries(`${nameOf(index, row)} ${problem}`);
    const [source = '', target = '', ...languages] = row.columns;
    if (isForPair(languages, dictionary)) {
      if (entries.has(source)) {
        throw invalidEntries(`${nameOf(index, row)} duplicates ${firstWith(source, dictionary)}`);
      }
      entries.set(source, target);
    }
    index++;
  }
  if (entries.size === 0) throw invalidEntries('There is no entry for this language pair');
  return entries;
};

const rowsOf = ({ entries, format }: SentDictionary): Generator<EntryRow> =>
  format === 'csv' ? readCsv(entries) : readTsv(entries);

/** Rows of four columns end with their languages, and belong to those dictionaries only. */
const isForPair = (
  [source, target]: readonly string[],
  pair: Pick<SentDictionary, 'source' | 'target'>,
): boolean =>
  source === undefined ||
  (source.trim().toLowerCase() === pair.source && target?.trim().toLowerCase() === pair.target);

const nameOf = (index: number, { position }: EntryRow): string =>
  `Key with the index ${index} (starting at position ${position})`;

const firstWith = (source: string, dictionary: SentDictionary): string => {
  let index = 0;
  for (const row of rowsOf(dictionary)) {
    const [other, _target, ...languages] = row.columns;
    if (other === source && isForPair(languages, dictionary)) {
      return nameOf(index, row).replace(/^K/, 'k');
    }
    index++;
  }
  return 'an earlier one';
};

const invalidEntries = (detail: string): AppError =>
  new AppError('invalid_parameter', {
    parameter: 'entries',
    message: 'Invalid glossary entries provided',
    detail,
  });

const problemOf = ([source = '', target = '']: readonly string[]): string | undefined => {
  if (source === '') return 'is empty';
  if (target === '') return 'has an empty target';
  return termProblemOf(source) ?? termProblemOf(target);
};

const termProblemOf = (term: string): string | undefined => {
  // Every client reads the entries line by line.
  if (hasControlCharacter(term)) return 'has a control character or a line separator';
  if (term !== term.trim()) return 'has white space at the beginning or the end of a term';
  if (hasLoneSurrogate(term)) return 'is not valid Unicode';
  const { termBytes } = GLOSSARY_LIMITS;
  const isLong = term.length > termBytes / 3 && Buffer.byteLength(term) > termBytes;
  return isLong ? `has a term of more than ${termBytes} bytes` : undefined;
};

/**
 * The entries after a change, which takes a second where there are hundreds of thousands.
 *
 * @throws AppError `invalid_parameter`, `body_too_large`
 */
export const editEntries = async ({
  known,
  removed = [],
  sent,
}: EntriesChange): Promise<EditedEntries> => {
  const entries = new Map(fromTsv(known));
  for (const source of removed) entries.delete(source);
  if (sent) for (const [source, target] of await readEntries(sent)) entries.set(source, target);
  const tsv = toTsv(entries);
  const { dictionaryBytes } = GLOSSARY_LIMITS;
  if (Buffer.byteLength(tsv) > dictionaryBytes) {
    throw new AppError('body_too_large', {
      parameter: 'entries',
      message: `The entries of a dictionary may have ${dictionaryBytes} bytes.`,
    });
  }
  return { tsv, entryCount: entries.size };
};
