import type { DictionaryPair } from '@dragoman/contract';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { FullDictionary } from '../../glossaries/records/glossary-record.js';
import type { Schema } from '../database/schema.js';

type Writing = Transaction<Schema>;

/** The condition for the dictionary of a language pair. */
const isOf =
  (id: string, { source, target }: DictionaryPair) =>
  (row: ExpressionBuilder<Schema, 'glossary_dictionaries'>) =>
    row.and({ glossary_id: id, source_language: source, target_language: target });

/** The dictionary of a language pair, if the glossary has one. */
export const findDictionaryRow = (trx: Kysely<Schema>, id: string, pair: DictionaryPair) =>
  trx.selectFrom('glossary_dictionaries').where(isOf(id, pair));

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
    .where(isOf(glossaryId, dictionary))
    .execute();
};

/** @returns whether there was one */
export const deleteDictionary = async (
  trx: Writing,
  glossaryId: string,
  pair: DictionaryPair,
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('glossary_dictionaries')
    .where(isOf(glossaryId, pair))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
