import {
  AppError,
  type AppErrorOptions,
  GLOSSARY_LIMITS,
  hasControlCharacter,
  hasLoneSurrogate,
  type SentDictionary,
} from '@dragoman/contract';
import { yieldToLoop } from '@dragoman/core/event-loop';
import {
  type EntryProblem,
  type EntryRow,
  fromTsv,
  readCsv,
  readTsv,
  textOf,
  toTsv,
} from './entry-formats.js';

/** A change to the entries of a dictionary; the parts apply in this order. */
export interface EntriesChange {
  /** What {@link toTsv} wrote before, in UTF-8; empty for a new dictionary. */
  readonly known: Uint8Array;
  readonly removed?: readonly string[];
  /** To be checked, and put in the place of known ones with the same sources. */
  readonly sent?: SentDictionary;
}

/** The entries of a dictionary. */
export interface EditedEntries {
  readonly tsv: Uint8Array;
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
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await yieldToLoop();
    const problem = row.problem ?? problemOf(row.columns);
    if (problem) throw invalidEntry(index, row, problem);
    const [source = '', target = '', ...languages] = row.columns;
    if (isForPair(languages, dictionary)) {
      if (entries.has(source)) {
        const words = `duplicates ${firstWith(source, dictionary)}`;
        throw invalidEntry(index, row, { reason: 'entry_duplicate', words });
      }
      entries.set(source, target);
    }
    index++;
  }
  if (entries.size === 0) {
    throw invalidEntries({
      detail: 'There is no entry for this language pair',
      reason: 'no_entries',
    });
  }
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

const invalidEntries = (
  details: Required<Pick<AppErrorOptions, 'detail' | 'reason'>> & Pick<AppErrorOptions, 'index'>,
): AppError =>
  new AppError('invalid_parameter', {
    parameter: 'entries',
    message: 'Invalid glossary entries provided',
    ...details,
  });

const invalidEntry = (index: number, row: EntryRow, { reason, words }: EntryProblem): AppError =>
  invalidEntries({ detail: `${nameOf(index, row)} ${words}`, reason, index });

const problemOf = ([source = '', target = '']: readonly string[]): EntryProblem | undefined => {
  if (source === '') return { reason: 'entry_incomplete', words: 'is empty' };
  if (target === '') return { reason: 'entry_incomplete', words: 'has an empty target' };
  return termProblemOf(source) ?? termProblemOf(target);
};

const termProblemOf = (term: string): EntryProblem | undefined => {
  const characters = (words: string): EntryProblem => ({ reason: 'entry_characters', words });
  // Every client reads the entries line by line.
  if (hasControlCharacter(term)) return characters('has a control character or a line separator');
  if (term !== term.trim()) {
    return characters('has white space at the beginning or the end of a term');
  }
  if (hasLoneSurrogate(term)) return characters('is not valid Unicode');
  const { termBytes } = GLOSSARY_LIMITS;
  const isLong = term.length > termBytes / 3 && Buffer.byteLength(term) > termBytes;
  if (!isLong) return undefined;
  return { reason: 'entry_too_long', words: `has a term of more than ${termBytes} bytes` };
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
  const entries = new Map(fromTsv(textOf(known)));
  for (const source of removed) entries.delete(source);
  if (sent) for (const [source, target] of await readEntries(sent)) entries.set(source, target);
  const tsv = Buffer.from(toTsv(entries));
  const { dictionaryBytes } = GLOSSARY_LIMITS;
  if (tsv.length > dictionaryBytes) {
    throw new AppError('body_too_large', {
      parameter: 'entries',
      message: `The entries of a dictionary may have ${dictionaryBytes} bytes.`,
    });
  }
  return { tsv, entryCount: entries.size };
};
