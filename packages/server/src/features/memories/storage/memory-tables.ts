import type { Kysely, Selectable, Transaction } from 'kysely';
import { asUnavailable } from '../../../platform/database/as-unavailable.js';
import { writeAudit } from '../../../platform/database/audit-rows.js';
import type { Schema, SqlDatabase } from '../../../platform/database/schema.js';
import type {
  MemoryKey,
  MemoryQuota,
  MemoryQuotaPart,
  MemoryRecord,
  MemoryStore,
} from '../memory-record.js';
import { findEqual, readBuckets, readCandidates } from './candidate-rows.js';
import { insertPostings, insertSegments, purgeRows, readSegments } from './segment-rows.js';

type Writing = Transaction<Schema>;

const toRecord = (row: Selectable<Schema['translation_memories']>): MemoryRecord => ({
  id: row.id,
  number: row.number,
  ownerId: row.owner_id,
  name: row.name,
  sourceLanguage: row.source_language,
  targetLanguages: row.target_languages.split(','),
  segmentCount: row.segment_count,
  bucketBits: row.bucket_bits,
  createdAtMs: row.created_at,
});

const readyMemories = (db: Kysely<Schema>, ownerId: string) =>
  db
    .selectFrom('translation_memories')
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready');

/** Notes that an import gets further. @returns whether it still may */
const touch = async (trx: Writing, number: number, nowMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('translation_memories')
    .set({ touched_at: nowMs })
    .where('number', '=', number)
    .where('state', '=', 'importing')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const findExceeded = async (
  db: Kysely<Schema>,
  ownerId: string,
  added: number,
  quota: MemoryQuota,
): Promise<MemoryQuotaPart | undefined> => {
  const { memories, segments } = await readyMemories(db, ownerId)
    .select((select) => [
      select.fn.countAll<number | string>().as('memories'),
      select.fn.sum<number | string | null>('segment_count').as('segments'),
    ])
    .executeTakeFirstOrThrow();
  if (Number(memories) >= quota.memories) return 'memories';
  return Number(segments ?? 0) + added > quota.segments ? 'segments' : undefined;
};

const setRemoved = async (db: Kysely<Schema>, { ownerId, id }: MemoryKey): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('translation_memories')
    .set({ state: 'removed' })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const createSqlMemoryStore = (db: SqlDatabase): MemoryStore => ({
  async begin({ id, number, ownerId, name, createdAtMs }) {
    await db
      .insertInto('translation_memories')
      .values({
        ...{ number, id, owner_id: ownerId, name, state: 'importing' },
        ...{ source_language: '', target_languages: '', segment_count: 0, bucket_bits: 0 },
        ...{ created_at: createdAtMs, touched_at: createdAtMs },
      })
      .execute();
  },
  addSegments: (number, segments, nowMs) =>
    db.transaction().execute(async (trx) => {
      if (!(await touch(trx, number, nowMs))) return false;
      await insertSegments(trx, number, segments);
      return true;
    }),
  addPostings: (number, postings, nowMs) =>
    db.transaction().execute(async (trx) => {
      if (!(await touch(trx, number, nowMs))) return false;
      await insertPostings(trx, number, postings);
      return true;
    }),
  finish: ({ number, ownerId }, finished, quota, audit) =>
    db.transaction().execute(async (trx) => {
      const exceeded = await findExceeded(trx, ownerId, finished.segmentCount, quota);
      if (exceeded) return exceeded;
      await trx
        .updateTable('translation_memories')
        .set({
          state: 'ready',
          source_language: finished.sourceLanguage,
          target_languages: finished.targetLanguages.join(','),
          segment_count: finished.segmentCount,
          bucket_bits: finished.bucketBits,
        })
        .where('number', '=', number)
        .where('state', '=', 'importing')
        .execute();
      await writeAudit(trx, audit);
      return undefined;
    }),
  async list(ownerId, { offset, limit }) {
    const rows = await readyMemories(db, ownerId)
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    const { total } = await readyMemories(db, ownerId)
      .select((select) => select.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow();
    return { memories: rows.map(toRecord), total: Number(total) };
  },
  async find({ ownerId, id }) {
    const row = await readyMemories(db, ownerId)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toRecord(row);
  },
  readSegments: (number, from, limit) => readSegments(db, number, from, limit),
  findEqual: (number, language, forms) => findEqual(db, { number, language }, forms),
  readBuckets: (number, buckets) => readBuckets(db, number, buckets),
  readCandidates: (number, language, positions) =>
    readCandidates(db, { number, language }, positions),
  remove: (key, audit) =>
    db.transaction().execute(async (trx) => {
      if (!(await setRemoved(trx, key))) return false;
      await writeAudit(trx, audit);
      return true;
    }),
  async abandon(number) {
    await db
      .updateTable('translation_memories')
      .set({ state: 'removed' })
      .where('number', '=', number)
      .where('state', '=', 'importing')
      .execute();
  },
  async listRemoved(idleSinceMs) {
    const rows = await db
      .selectFrom('translation_memories')
      .select('number')
      .where(({ or, and, eb }) =>
        or([
          eb('state', '=', 'removed'),
          and([eb('state', '=', 'importing'), eb('touched_at', '<', idleSinceMs)]),
        ]),
      )
      .execute();
    return rows.map(({ number }) => number);
  },
  purge: (number) =>
    db.transaction().execute(async (trx) => {
      const isEmpty = await purgeRows(trx, number);
      if (isEmpty) {
        await trx.deleteFrom('translation_memories').where('number', '=', number).execute();
      }
      return isEmpty;
    }),
});

/** The translation memories in a database. Whatever it reports arrives as `StoreUnavailable`. */
export const createMemoryStore = (db: SqlDatabase): MemoryStore =>
  asUnavailable(createSqlMemoryStore(db));
