import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  GLOSSARY_LIMITS,
  hasControlCharacter,
  hasLoneSurrogate,
  type SentDictionary,
} from '@dragoman/contract';
import { readCsv } from './csv.js';
import type { EntryRow } from './rows.js';
import { readTsv } from './tsv.js';

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
