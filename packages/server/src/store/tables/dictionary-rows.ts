import type { DictionaryPair } from '@dragoman/contract';
import type { Kysely, Transaction } from 'kysely';
import type { FullDictionary } from '../../glossaries/records/glossary-record.js';
import type { Schema } from '../database/schema.js';

type Writing = Transaction<Schema>;

/** The dictionary of a language pair, if the glossary has one. */
export const findDictionaryRow = (
  trx: Kysely<Schema>,
  id: string,
  { source, target }: DictionaryPair,
) =>
  trx
    .selectFrom('glossary_dictionaries')
    .where('glossary_id', '=', id)
    .where('source_language', '=', source)
    .where('target_language', '=', target);

const columnsOf = ({ entryCount, revision, tsv }: FullDictionary) => ({
  entry_count: entryCount,
  revision,
  entries: tsv,
  size_bytes: Buffer.byteLength(tsv),
});

/** @param position order within the glossary */
export const insertDictionary = async (
  trx: Writing,
  glossaryId: string,
  dictionary: FullDictionary,
  position: number,
): Promise<void> => {
  await trx
    .insertInto('glossary_dictionaries')
    .values({
      glossary_id: glossaryId,
      source_language: dictionary.source,
      target_language: dictionary.target,
      position,
      ...columnsOf(dictionary),
    })
    .execute();
};

/** Adds a dictionary of a new language pair as the last one. */
export const appendDictionary = async (
  trx: Writing,
  glossaryId: string,
  dictionary: FullDictionary,
): Promise<void> => {
  const { last } = await trx
    .selectFrom('glossary_dictionaries')
    .select((select) => select.fn.max<number | null>('position').as('last'))
    .where('glossary_id', '=', glossaryId)
    .executeTakeFirstOrThrow();
  await insertDictionary(trx, glossaryId, dictionary, (last ?? -1) + 1);
};

/** Gives the dictionary of a language pair new entries. */
export const replaceDictionary = async (
  trx: Writing,
  glossaryId: string,
  dictionary: FullDictionary,
): Promise<void> => {
  await trx
    .updateTable('glossary_dictionaries')
    .set(columnsOf(dictionary))
    .where('glossary_id', '=', glossaryId)
    .where('source_language', '=', dictionary.source)
    .where('target_language', '=', dictionary.target)
    .execute();
};

/** @returns whether there was one */
export const deleteDictionary = async (
  trx: Writing,
  glossaryId: string,
  { source, target }: DictionaryPair,
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('glossary_dictionaries')
    .where('glossary_id', '=', glossaryId)
    .where('source_language', '=', source)
    .where('target_language', '=', target)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
