import type { LanguagePair } from '@dragoman/contract';
import type { ExpressionBuilder, InferResult, Kysely, Transaction } from 'kysely';
import { asUnavailable } from '../../../platform/database/as-unavailable.js';
import { writeAudit } from '../../../platform/database/audit-rows.js';
import type { Schema, SqlDatabase } from '../../../platform/database/schema.js';
import { bytesOfText, selectText, storeText } from '../../../platform/database/text-bytes.js';
import type {
  ChangeOutcome,
  DictionaryRecord,
  FullDictionary,
  GlossaryKey,
  GlossaryQuota,
  GlossaryRecord,
  GlossaryStore,
  QuotaPart,
} from '../glossary-record.js';

/** The glossaries of an owner, or one of them. A single statement, so that it sees one state. */
const listGlossaries = async (
  db: Kysely<Schema>,
  ownerId: string,
  id?: string,
): Promise<readonly GlossaryRecord[]> => {
  const rows = await db
    .selectFrom('glossaries as g')
    .leftJoin('glossary_dictionaries as d', 'd.glossary_id', 'g.id')
    .select(['g.id', 'g.name', 'g.created_at', 'd.entry_count', 'd.revision'])
    .select(['d.source_language', 'd.target_language'])
    .where('g.owner_id', '=', ownerId)
    .$if(id !== undefined, (query) => query.where('g.id', '=', id ?? ''))
    .orderBy('g.created_at')
    .orderBy('g.id')
    .orderBy('d.position')
    .execute();
  const glossaries = new Map<string, GlossaryRecord & { dictionaries: DictionaryRecord[] }>();
  for (const row of rows) {
    const glossary = glossaries.get(row.id) ?? {
      id: row.id,
      ownerId,
      name: row.name,
      createdAtMs: row.created_at,
      dictionaries: [],
    };
    glossaries.set(row.id, glossary);
    // All of these are null where a glossary has no dictionary.
    if (row.revision === null) continue;
    glossary.dictionaries.push({
      source: row.source_language ?? '',
      target: row.target_language ?? '',
      entryCount: row.entry_count ?? 0,
      revision: row.revision,
    });
  }
  return [...glossaries.values()];
};

/** Locks a glossary by rewriting its row unchanged. @returns whether there is one */
const lock = async (trx: Writing, { ownerId, id }: GlossaryKey): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('glossaries')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The part of the quota that an owner has exceeded within this transaction. */
const findExceeded = async (
  trx: Writing,
  ownerId: string,
  quota: GlossaryQuota,
): Promise<QuotaPart | undefined> => {
  const { glossaries } = await trx
    .selectFrom('glossaries')
    .select((select) => select.fn.countAll<number | string>().as('glossaries'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (Number(glossaries) > quota.glossaries) return 'glossaries';
  const sizes = await trx
    .selectFrom('glossary_dictionaries')
    .innerJoin('glossaries', 'glossaries.id', 'glossary_id')
    .select((select) => [
      select.fn.sum<number | string>('size_bytes').as('bytes'),
      select.fn.countAll<number | string>().as('dictionaries'),
    ])
    .where('owner_id', '=', ownerId)
    .groupBy('glossary_id')
    .execute();
  const bytes = sizes.reduce((sum, row) => sum + Number(row.bytes), 0);
  if (bytes > quota.bytes) return 'bytes';
  const most = Math.max(0, ...sizes.map((row) => Number(row.dictionaries)));
  return most > quota.dictionariesPerGlossary ? 'dictionariesPerGlossary' : undefined;
};

/** Ends a transaction without its changes, and says why. */
class Undone extends Error {
  readonly exceeded: QuotaPart;

  constructor(exceeded: QuotaPart) {
    super(`exceeded: ${exceeded}`);
    this.exceeded = exceeded;
  }
}

/** Runs a transaction; what exceeds the quota is rolled back. */
const withinQuota = async <Result>(
  db: SqlDatabase,
  work: (trx: Writing) => Promise<Result>,
): Promise<Result | Undone> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof Undone) return error;
    throw error;
  }
};

const requireWithinQuota = async (
  trx: Writing,
  ownerId: string,
  quota: GlossaryQuota,
): Promise<void> => {
  const exceeded = await findExceeded(trx, ownerId, quota);
  if (exceeded) throw new Undone(exceeded);
};

type Writing = Transaction<Schema>;

/** The condition for the dictionary of a language pair. */
const isOf =
  (id: string, { source, target }: LanguagePair) =>
  (row: ExpressionBuilder<Schema, 'glossary_dictionaries'>) =>
    row.and({ glossary_id: id, source_language: source, target_language: target });

/** The dictionary of a language pair, if the glossary has one. */
const findDictionaryRow = (trx: Kysely<Schema>, id: string, pair: LanguagePair) =>
  trx.selectFrom('glossary_dictionaries').where(isOf(id, pair));

/**
 * Finds the record of a dictionary; undefined where there is no glossary. The query is compiled once:
 * with a local database that takes longer than running it.
 */
const createFindRecord = (db: Kysely<Schema>) => {
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
  return async ({ ownerId, id }: GlossaryKey, { source, target }: LanguagePair) => {
    const parameters = [source, target, id, ownerId];
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    const [row] = rows;
    if (!row) return undefined;
    const { entry_count: entryCount, revision } = row;
    const isThere = revision !== null && entryCount !== null;
    return { dictionary: isThere ? { source, target, entryCount, revision } : undefined };
  };
};

const columnsOf = (trx: Writing, { entryCount, revision, tsv }: FullDictionary) => ({
  entry_count: entryCount,
  revision,
  entries: storeText(trx, tsv),
  size_bytes: tsv.length,
});

/** @param position order within the glossary */
const insertDictionary = async (
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
      ...columnsOf(trx, dictionary),
    })
    .execute();
};

/** Adds a dictionary of a new language pair as the last one. */
const appendDictionary = async (
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
const replaceDictionary = async (
  trx: Writing,
  glossaryId: string,
  dictionary: FullDictionary,
): Promise<void> => {
  await trx
    .updateTable('glossary_dictionaries')
    .set(columnsOf(trx, dictionary))
    .where(isOf(glossaryId, dictionary))
    .execute();
};

/** @returns whether there was one */
const deleteDictionary = async (
  trx: Writing,
  glossaryId: string,
  pair: LanguagePair,
): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('glossary_dictionaries')
    .where(isOf(glossaryId, pair))
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

const createSqlGlossaryStore = (db: SqlDatabase): GlossaryStore => ({
  async insert({ id, ownerId, name, createdAtMs, dictionaries }, quota, audit) {
    const outcome = await withinQuota(db, async (trx) => {
      await trx
        .insertInto('glossaries')
        .values({ id, owner_id: ownerId, name, created_at: createdAtMs })
        .execute();
      for (const [position, dictionary] of dictionaries.entries()) {
        await insertDictionary(trx, id, dictionary, position);
      }
      await requireWithinQuota(trx, ownerId, quota);
      await writeAudit(trx, audit);
    });
    return outcome?.exceeded;
  },
  list: (ownerId) => listGlossaries(db, ownerId),
  find: async ({ ownerId, id }) => (await listGlossaries(db, ownerId, id))[0],
  findRecord: createFindRecord(db),
  async findDictionary({ ownerId, id }, pair) {
    const row = await findDictionaryRow(db, id, pair)
      .innerJoin('glossaries', 'glossaries.id', 'glossary_id')
      .select(['entry_count', 'revision', selectText(db, 'entries').as('entries')])
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    if (!row) return undefined;
    const { entry_count: entryCount, revision, entries } = row;
    return { ...pair, entryCount, revision, tsv: bytesOfText(entries) };
  },
  async change(key, { name, dictionary, replaces }, quota, audit) {
    const outcome = await withinQuota(db, async (trx): Promise<ChangeOutcome> => {
      if (!(await lock(trx, key))) return { missing: true };
      if (dictionary) {
        const known = findDictionaryRow(trx, key.id, dictionary);
        const revision = (await known.select('revision').executeTakeFirst())?.revision ?? null;
        if (replaces !== undefined && replaces !== revision) return { conflict: true };
        await (revision === null
          ? appendDictionary(trx, key.id, dictionary)
          : replaceDictionary(trx, key.id, dictionary));
        await requireWithinQuota(trx, key.ownerId, quota);
      }
      if (name !== undefined) {
        await trx.updateTable('glossaries').set({ name }).where('id', '=', key.id).execute();
      }
      await writeAudit(trx, audit);
      const [glossary] = await listGlossaries(trx, key.ownerId, key.id);
      return glossary ? { glossary } : { missing: true };
    });
    return outcome instanceof Undone ? { exceeded: outcome.exceeded } : outcome;
  },
  removeDictionary: (key, pair, audit) =>
    db.transaction().execute(async (trx) => {
      if (!(await lock(trx, key))) return false;
      if (!(await deleteDictionary(trx, key.id, pair))) return false;
      await writeAudit(trx, audit);
      return true;
    }),
  remove: ({ ownerId, id }, audit) =>
    db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('glossaries')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await trx.deleteFrom('glossary_dictionaries').where('glossary_id', '=', id).execute();
      await writeAudit(trx, audit);
      return true;
    }),
});

/** The glossaries in a database. Whatever it reports arrives as `StoreUnavailable`. */
export const createGlossaryStore = (db: SqlDatabase): GlossaryStore =>
  asUnavailable(createSqlGlossaryStore(db));
