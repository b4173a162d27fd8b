import type { DictionaryPair } from '@dragoman/contract';
import type { ExpressionBuilder, InferResult, Kysely, Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.js';
import type { FullDictionary, GlossaryKey } from '../glossary-record.js';

type Writing = Transaction<Schema>;

/** The condition for the dictionary of a language pair. */
const isOf =
  (id: string, { source, target }: DictionaryPair) =>
  (row: ExpressionBuilder<Schema, 'glossary_dictionaries'>) =>
    row.and({ glossary_id: id, source_language: source, target_language: target });

/** The dictionary of a language pair, if the glossary has one. */
export const findDictionaryRow = (trx: Kysely<Schema>, id: string, pair: DictionaryPair) =>
  trx.selectFrom('glossary_dictionaries').where(isOf(id, pair));

/**
 * Finds the record of a dictionary; undefined where there is no glossary. The query is compiled once:
 * with a local database that takes longer than running it.
 */
export const createFindRecord = (db: Kysely<Schema>) => {
  const query = db
    .selectFrom('glossaries as g')
    .leftJoin('glossary_dictionaries as d', (join) =>
      join
        .onRef('d.glossary_id', '=', 'g.id')
        .on('d.source_language', '=', '')
        .on('d.target_language', '=', ''),
    )
    .select(['d.entry_count', 'd.revision'])
    .where('g.id', '=', '')
    .where('g.owner_id', '=', '')
    .compile();
  type Row = InferResult<typeof query>[number];
  return async ({ ownerId, id }: GlossaryKey, { source, target }: DictionaryPair) => {
    const parameters = [source, target, id, ownerId];
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    const [row] = rows;
    if (!row) return undefined;
    const { entry_count: entryCount, revision } = row;
    const isThere = revision !== null && entryCount !== null;
    return { dictionary: isThere ? { source, target, entryCount, revision } : undefined };
  };
};

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
