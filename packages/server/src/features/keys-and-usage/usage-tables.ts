import { sql, type Transaction } from 'kysely';
import { DAY_MS, type DayRange } from '../../platform/accounts/billing-period.js';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { inChunks, lockOwner, setShare } from '../../platform/database/shared-queries.js';
import {
  type DailyTagUsage,
  type DailyUsage,
  type DeliveredDocument,
  type Delivery,
  type QuotaCounts,
  type ShareRequest,
  type TagUsage,
  type TagUsageQuery,
  type UsageBatch,
  WHOLE_ACCOUNT,
} from './account-store.js';

const BATCH_MEMORY_MS = DAY_MS;
const ROWS_PER_STATEMENT = 500;

type Writing = Transaction<Schema>;

const addAmounts = (trx: Writing, amounts: readonly DailyUsage[]) =>
  trx
    .insertInto('usage_days')
    .values(amounts.map(({ ownerId, ...rest }) => ({ key_id: ownerId, ...rest })))
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day']).doUpdateSet((sum) => ({
        characters: sum('usage_days.characters', '+', sum.ref('excluded.characters')),
        requests: sum('usage_days.requests', '+', sum.ref('excluded.requests')),
      })),
    )
    .execute();

const addTagAmounts = (trx: Writing, amounts: readonly DailyTagUsage[]) =>
  trx
    .insertInto('tag_usage_days')
    .values([...amounts])
    .onConflict((conflict) =>
      conflict.columns(['tag', 'day']).doUpdateSet((sum) => ({
        characters: sum('tag_usage_days.characters', '+', sum.ref('excluded.characters')),
        requests: sum('tag_usage_days.requests', '+', sum.ref('excluded.requests')),
      })),
    )
    .execute();

/** Adds a batch once, however often it is sent. */
export const addUsage = (db: SqlDatabase, batch: UsageBatch): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (await isNewBatch(trx, batch)) await addBatch(trx, batch);
    await renewShares(trx, batch);
    await forgetOld(trx, batch);
  });

/**
 * Marks a document as billed, and counts the download for its owner; part of the transaction that adds
 * what it used. The documents feature has it, whose tables these are.
 */
export type BillDocument = (
  trx: Transaction<Schema>,
  document: DeliveredDocument,
  atMs: number,
) => Promise<Delivery>;

/** See {@link AccountStore.deliverDocument}. */
export const deliverDocument = (
  db: SqlDatabase,
  billDocument: BillDocument,
  batch: UsageBatch,
  document: DeliveredDocument,
): Promise<Delivery> =>
  db.transaction().execute(async (trx) => {
    const delivery = await billDocument(trx, document, batch.atMs);
    if (delivery === 'billed') await addBatch(trx, batch);
    await renewShares(trx, batch);
    return delivery;
  });

/** Notes that a batch is added; whether it was not before. */
export const isNewBatch = async (
  trx: Writing,
  { id, atMs }: Pick<UsageBatch, 'id' | 'atMs'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('usage_batches')
    .values({ id, added_at: atMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows !== 0n;
};

const addBatch = async (trx: Writing, batch: UsageBatch): Promise<void> => {
  // In the same order everywhere, so that two servers cannot deadlock.
  const amounts = batch.amounts.toSorted(
    (a, b) => compare(a.ownerId, b.ownerId) || compare(a.day, b.day),
  );
  const tagAmounts = batch.tagAmounts.toSorted(
    (a, b) => compare(a.tag, b.tag) || compare(a.day, b.day),
  );
  await inChunks(amounts, ROWS_PER_STATEMENT, (chunk) => addAmounts(trx, chunk));
  await inChunks(tagAmounts, ROWS_PER_STATEMENT, (chunk) => addTagAmounts(trx, chunk));
};

/**
 * The limit of a quota. Locks the row, so that requests for the same quota run one after the other.
 */
const lockLimit = async (
  trx: Transaction<Schema>,
  request: ShareRequest,
): Promise<number | null | undefined> => {
  if (request.ownerId === WHOLE_ACCOUNT) {
    await lockOwner(trx, WHOLE_ACCOUNT);
    return request.accountLimit;
  }
  // Rewrites the key's row unchanged, which locks it.
  const key = await trx
    .updateTable('api_keys')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', request.ownerId)
    .returning('characters_per_month as limit')
    .executeTakeFirst();
  return key?.limit;
};

/** See {@link AccountStore.takeShare}. */
export const takeShare = (db: SqlDatabase, request: ShareRequest): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const { ownerId, month } = request;
    const limit = await lockLimit(trx, request);
    // A single statement sees a consistent state: another server turns shares into usage in one
    // transaction.
    const { used, others } = await trx
      .selectNoFrom((select) => [
        select
          .selectFrom('usage_days')
          .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
          .$if(ownerId !== WHOLE_ACCOUNT, (query) => query.where('key_id', '=', ownerId))
          .where('day', '>=', `${month}-01`)
          .where('day', '<=', `${month}-31`)
          .as('used'),
        select
          .selectFrom('quota_allowances')
          .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
          .where('key_id', '=', ownerId)
          .where('month', '=', month)
          .where('server_id', '!=', request.serverId)
          .where('expires_at', '>', request.nowMs)
          .as('others'),
      ])
      .executeTakeFirstOrThrow();
    const taken = Number(used ?? 0) + Number(others ?? 0) + request.outstanding;
    const left = (limit ?? Number.MAX_SAFE_INTEGER) - taken;
    if (left < request.minimum) return undefined;
    // Near the end, a server only gets what it needs, so that none keeps the last characters
    // for itself.
    const extra = Math.min(request.maxExtra, Math.floor((left - request.minimum) / 20));
    const characters = request.outstanding + request.minimum + extra;
    await setShare(trx, request, characters);
    return characters;
  });

const renewShares = async (
  trx: Writing,
  { shares: { serverId, expiresAtMs, remaining } }: UsageBatch,
): Promise<void> => {
  for (const { ownerId, month, characters } of remaining) {
    await setShare(trx, { ownerId, month, serverId, expiresAtMs }, characters);
  }
};

const forgetOld = async (trx: Writing, { atMs }: UsageBatch): Promise<void> => {
  await trx
    .deleteFrom('usage_batches')
    .where('added_at', '<', atMs - BATCH_MEMORY_MS)
    .execute();
  await trx
    .deleteFrom('quota_allowances')
    .where('expires_at', '<', atMs - BATCH_MEMORY_MS)
    .execute();
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sum over some days; of one key, or of all. */
export const sumCharacters = async (
  db: SqlDatabase,
  { firstDay, lastDay }: DayRange,
  ownerId?: string,
): Promise<number> => {
  let query = db
    .selectFrom('usage_days')
    .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay);
  if (ownerId !== undefined) query = query.where('key_id', '=', ownerId);
  // PostgreSQL returns sums as text.
  return Number((await query.executeTakeFirst())?.characters ?? 0);
};

export const sumCharactersByKey = async (
  db: SqlDatabase,
  { firstDay, lastDay }: DayRange,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('usage_days')
    .select((sum) => ['key_id', sum.fn.sum<number | string>('characters').as('characters')])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .groupBy('key_id')
    .execute();
  return new Map(rows.map(({ key_id, characters }) => [key_id, Number(characters)]));
};

export const listUsage = async (
  db: SqlDatabase,
  { firstDay, lastDay }: DayRange,
): Promise<readonly DailyUsage[]> => {
  const rows = await db
    .selectFrom('usage_days')
    .selectAll()
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .orderBy('day')
    .orderBy('key_id')
    .execute();
  return rows.map(({ key_id, ...rest }) => ({ ownerId: key_id, ...rest }));
};

/** See {@link AccountStore.countKeysByQuota}. */
export const countKeysByQuota = async (
  db: SqlDatabase,
  { firstDay, lastDay }: DayRange,
): Promise<QuotaCounts> => {
  const counts = await db
    .selectFrom((from) =>
      from
        .selectFrom('api_keys')
        .leftJoin('usage_days', (join) =>
          join
            .onRef('usage_days.key_id', '=', 'api_keys.id')
            .on('usage_days.day', '>=', firstDay)
            .on('usage_days.day', '<=', lastDay),
        )
        .where('api_keys.revoked_at', 'is', null)
        .where('api_keys.characters_per_month', 'is not', null)
        .groupBy(['api_keys.id', 'api_keys.characters_per_month'])
        .select((row) => [
          'api_keys.characters_per_month as quota',
          row.fn.coalesce(row.fn.sum<number>('usage_days.characters'), row.lit(0)).as('used'),
        ])
        .as('keys'),
    )
    .select(({ fn }) => [
      fn
        .countAll<number | string>()
        .filterWhere(sql<boolean>`used < quota and used * 10 >= quota * 9`)
        .as('near'),
      fn.countAll<number | string>().filterWhere(sql<boolean>`used >= quota`).as('exhausted'),
    ])
    .executeTakeFirst();
  return { near: Number(counts?.near ?? 0), exhausted: Number(counts?.exhausted ?? 0) };
};

/** See {@link AccountStore.listTagUsage}. */
export const listTagUsage = async (
  db: SqlDatabase,
  { firstDay, lastDay, isByDay, offset, limit }: TagUsageQuery,
): Promise<readonly TagUsage[]> => {
  const rows = await db
    .selectFrom('tag_usage_days')
    .select((select) => [
      'tag',
      // The day if rows are per day; for a whole period it is only needed for the order.
      select.fn.min<string>('day').as('day'),
      select.fn.sum<number | string>('characters').as('characters'),
    ])
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .groupBy(isByDay ? ['tag', 'day'] : ['tag'])
    .orderBy('tag')
    .orderBy('day')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ tag, day, characters }) => ({
    tag,
    day: isByDay ? day : undefined,
    characters: Number(characters),
  }));
};
