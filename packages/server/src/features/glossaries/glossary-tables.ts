import type { LanguagePair } from '@dragoman/contract';
import { yieldToLoop } from '@dragoman/core/event-loop';
import type { ExpressionBuilder, InferResult, Kysely, Transaction } from 'kysely';
import type { OwnedId } from '../../platform/accounts/caller.js';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { lockOwner, writeAudit } from '../../platform/database/shared-queries.js';
import { StoreError, withOutages } from '../../platform/database/store-error.js';
import {
  bytesOfText,
  isInPieces,
  readPieces,
  removePieces,
  selectText,
  storePieces,
  storeText,
} from './glossary-piece-tables.js';
import type {
  ChangeOutcome,
  DictionaryRecord,
  FullDictionary,
  GlossaryQuota,
  GlossaryRecord,
  GlossaryStore,
  QuotaPart,
} from './glossary-record.js';

/** Rows that are read in one turn of the thread, which takes some milliseconds. */
const ROWS_PER_TURN = 500;

/** Glossaries of an owner, each as it is at one moment. */
const findGlossaries = async (
  db: Kysely<Schema>,
  ownerId: string,
  ids: readonly string[],
): Promise<readonly GlossaryRecord[]> => {
  const rows = await db
    .selectFrom('glossaries as g')
    .leftJoin('glossary_dictionaries as d', 'd.glossary_id', 'g.id')
    .select(['g.id', 'g.name', 'g.created_at', 'd.entry_count', 'd.revision'])
    .select(['d.source_language', 'd.target_language'])
    .where('g.owner_id', '=', ownerId)
    .where('g.id', 'in', ids)
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

/** All glossaries of an owner, the oldest first. */
const listGlossaries = async (
  db: Kysely<Schema>,
  ownerId: string,
): Promise<readonly GlossaryRecord[]> => {
  const sizes = await db
    .selectFrom('glossaries as g')
    .leftJoin('glossary_dictionaries as d', 'd.glossary_id', 'g.id')
    .select(({ fn }) => ['g.id', fn.count<number | string>('d.revision').as('dictionaries')])
    .where('g.owner_id', '=', ownerId)
    .groupBy(['g.id', 'g.created_at'])
    .orderBy('g.created_at')
    .orderBy('g.id')
    .execute();
  const glossaries: GlossaryRecord[] = [];
  let ids: string[] = [];
  let rows = 0;
  for (const [index, { id, dictionaries }] of sizes.entries()) {
    ids.push(id);
    rows += 1 + Number(dictionaries);
    if (rows < ROWS_PER_TURN && index < sizes.length - 1) continue;
    glossaries.push(...(await findGlossaries(db, ownerId, ids)));
    ids = [];
    rows = 0;
    await yieldToLoop();
  }
  return glossaries;
};

/** Locks a glossary by rewriting its row unchanged. @returns whether there is one */
const lock = async (trx: Writing, { ownerId, id }: OwnedId): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('glossaries')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** By how much a change grows what an owner has. */
interface Growth {
  readonly glossaryId: string;
  readonly glossaries: number;
  /** Of the glossary. */
  readonly dictionaries: number;
  readonly bytes: number;
}

/**
 * The part of its quota that an owner would exceed. The owner has no other change until the end of
 * the transaction.
 */
const findExceeded = async (
  trx: Writing,
  ownerId: string,
  quota: GlossaryQuota,
  growth: Growth,
): Promise<QuotaPart | undefined> => {
  await lockOwner(trx, ownerId);
  const { glossaries } = await trx
    .selectFrom('glossaries')
    .select((select) => select.fn.countAll<number | string>().as('glossaries'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (Number(glossaries) + growth.glossaries > quota.glossaries) return 'glossaries';
  const sizes = await trx
    .selectFrom('glossary_dictionaries')
    .innerJoin('glossaries', 'glossaries.id', 'glossary_id')
    .select((select) => [
      'glossary_id',
      select.fn.sum<number | string>('size_bytes').as('bytes'),
      select.fn.countAll<number | string>().as('dictionaries'),
    ])
    .where('owner_id', '=', ownerId)
    .groupBy('glossary_id')
    .execute();
  const sum = (part: 'bytes' | 'dictionaries', rows = sizes): number =>
    rows.reduce((total, row) => total + Number(row[part]), growth[part]);
  if (sum('bytes') > quota.bytes) return 'bytes';
  if (sum('dictionaries') > quota.dictionaries) return 'dictionaries';
  const own = sizes.filter((row) => row.glossary_id === growth.glossaryId);
  return sum('dictionaries', own) > quota.dictionariesPerGlossary
    ? 'dictionariesPerGlossary'
    : undefined;
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
  return async ({ ownerId, id }: OwnedId, { source, target }: LanguagePair) => {
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
  entries: isInPieces(trx, { revision, tsv }) ? '' : storeText(trx, tsv),
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

/** Dictionaries that are stored in one turn of the thread. */
const DICTIONARIES_PER_TURN = 10;

const createSqlGlossaryStore = (db: SqlDatabase): GlossaryStore => ({
  async insert({ id, ownerId, name, createdAtMs, dictionaries }, quota, audit) {
    await storePieces(db, dictionaries);
    let isStored = false;
    try {
      const exceeded = await db.transaction().execute(async (trx) => {
        const bytes = dictionaries.reduce((sum, { tsv }) => sum + tsv.length, 0);
        const growth = { glossaryId: id, glossaries: 1, dictionaries: dictionaries.length, bytes };
        const part = await findExceeded(trx, ownerId, quota, growth);
        if (part) return part;
        await trx
          .insertInto('glossaries')
          .values({ id, owner_id: ownerId, name, created_at: createdAtMs })
          .execute();
        for (const [position, dictionary] of dictionaries.entries()) {
          await insertDictionary(trx, id, dictionary, position);
          if (position % DICTIONARIES_PER_TURN === DICTIONARIES_PER_TURN - 1) await yieldToLoop();
        }
        await writeAudit(trx, audit);
        return undefined;
      });
      isStored = exceeded === undefined;
      return exceeded;
    } finally {
      if (!isStored) await removePieces(db, dictionaries);
    }
  },
  list: (ownerId) => listGlossaries(db, ownerId),
  find: async ({ ownerId, id }) => (await findGlossaries(db, ownerId, [id]))[0],
  findRecord: createFindRecord(db),
  async findDictionary({ ownerId, id }, pair) {
    for (let missing: string | undefined; ; ) {
      const row = await findDictionaryRow(db, id, pair)
        .innerJoin('glossaries', 'glossaries.id', 'glossary_id')
        .select(['entry_count', 'size_bytes', 'revision', selectText(db, 'entries').as('entries')])
        .where('owner_id', '=', ownerId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { entry_count: entryCount, size_bytes: sizeBytes, revision } = row;
      const whole = bytesOfText(row.entries);
      const isWhole = whole.length > 0 || sizeBytes === 0;
      const tsv = isWhole ? whole : await readPieces(db, revision, sizeBytes);
      if (tsv) return { ...pair, entryCount, revision, tsv };
      if (revision === missing) {
        throw new StoreError(`Entries of glossary ${id} are missing. Upload the dictionary again.`);
      }
      // Its pieces are removed after the dictionary is: there is another one, or none.
      missing = revision;
    }
  },
  async change(owned, { name, dictionary, replaces }, quota, audit) {
    const added = dictionary ? [dictionary] : [];
    await storePieces(db, added);
    let replaced: { readonly revision: string; readonly size_bytes: number } | undefined;
    let isChanged = false;
    try {
      const outcome = await db.transaction().execute(async (trx): Promise<ChangeOutcome> => {
        if (!(await lock(trx, owned))) return { missing: true };
        if (dictionary) {
          const known = findDictionaryRow(trx, owned.id, dictionary);
          replaced = await known.select(['revision', 'size_bytes']).executeTakeFirst();
          const revision = replaced?.revision ?? null;
          if (replaces !== undefined && replaces !== revision) return { conflict: true };
          const exceeded = await findExceeded(trx, owned.ownerId, quota, {
            glossaryId: owned.id,
            glossaries: 0,
            dictionaries: replaced ? 0 : 1,
            bytes: dictionary.tsv.length - (replaced?.size_bytes ?? 0),
          });
          if (exceeded) return { exceeded };
          await (replaced
            ? replaceDictionary(trx, owned.id, dictionary)
            : appendDictionary(trx, owned.id, dictionary));
        }
        if (name !== undefined) {
          await trx.updateTable('glossaries').set({ name }).where('id', '=', owned.id).execute();
        }
        await writeAudit(trx, audit);
        const [glossary] = await findGlossaries(trx, owned.ownerId, [owned.id]);
        return glossary ? { glossary } : { missing: true };
      });
      isChanged = 'glossary' in outcome;
      return outcome;
    } finally {
      const replacedPieces = replaced ? [replaced] : [];
      await removePieces(db, isChanged ? replacedPieces : added);
    }
  },
  async removeDictionary(owned, pair, audit) {
    const removed = await db.transaction().execute(async (trx) => {
      if (!(await lock(trx, owned))) return undefined;
      const row = findDictionaryRow(trx, owned.id, pair).select('revision');
      const dictionary = await row.executeTakeFirst();
      if (!dictionary) return undefined;
      await trx.deleteFrom('glossary_dictionaries').where(isOf(owned.id, pair)).execute();
      await writeAudit(trx, audit);
      return dictionary;
    });
    if (removed) await removePieces(db, [removed]);
    return removed !== undefined;
  },
  async remove({ ownerId, id }, audit) {
    const removed = await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('glossaries')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return undefined;
      const dictionaries = trx.selectFrom('glossary_dictionaries').where('glossary_id', '=', id);
      const revisions = await dictionaries.select('revision').execute();
      await trx.deleteFrom('glossary_dictionaries').where('glossary_id', '=', id).execute();
      await writeAudit(trx, audit);
      return revisions;
    });
    if (removed) await removePieces(db, removed);
    return removed !== undefined;
  },
});

/** The glossaries in a database. Its outages are thrown as `DatabaseOutage`. */
export const createGlossaryStore = (db: SqlDatabase): GlossaryStore =>
  withOutages(createSqlGlossaryStore(db));
