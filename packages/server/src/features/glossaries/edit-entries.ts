import { AppError, GLOSSARY_LIMITS, type SentDictionary } from '@dragoman/contract';
import { readEntries } from './read-entries.js';
import { fromTsv, toTsv } from './tsv.js';

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
