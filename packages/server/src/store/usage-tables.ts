import type { Transaction } from 'kysely';
import type {
  AllowanceRequest,
  DailyUsage,
  DayRange,
  UsageBatch,
} from '../accounts/account-store.js';
import type { Schema, SqlDatabase } from './schema.js';

const BATCH_MEMORY_MS = 86_400_000;

type Writing = Transaction<Schema>;

const addAmount = (trx: Writing, { keyId, day, characters, requests }: DailyUsage) =>
  trx
    .insertInto('usage_days')
    .values({ key_id: keyId, day, characters, requests })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'day']).doUpdateSet((sum) => ({
        characters: sum('usage_days.characters', '+', sum.ref('excluded.characters')),
        requests: sum('usage_days.requests', '+', sum.ref('excluded.requests')),
      })),
    )
    .execute();

const setAllowance = async (
  trx: Writing,
  row: Omit<AllowanceRequest, 'nowMs' | 'outstanding' | 'minimum' | 'wish'>,
  characters: number,
): Promise<void> => {
  const { keyId, month, serverId, expiresAtMs } = row;
  const change = { characters, expires_at: expiresAtMs };
  await trx
    .insertInto('quota_allowances')
    .values({ key_id: keyId, month, server_id: serverId, ...change })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'month', 'server_id']).doUpdateSet(change),
    )
    .execute();
};

/** Adds a batch once, however often it is sent. */
export const addUsage = (db: SqlDatabase, batch: UsageBatch): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('usage_batches')
      .values({ id: batch.id, added_at: batch.atMs })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    const isNew = added.numInsertedOrUpdatedRows !== 0n;
    // In one order everywhere, so that two servers cannot wait for each other.
    const amounts = batch.amounts.toSorted(
      (a, b) => compare(a.keyId, b.keyId) || compare(a.day, b.day),
    );
    if (isNew) for (const amount of amounts) await addAmount(trx, amount);
    const { serverId, expiresAtMs, held } = batch.allowances;
    for (const { keyId, month, characters } of held) {
      await setAllowance(trx, { keyId, month, serverId, expiresAtMs }, characters);
    }
    await trx
      .deleteFrom('usage_batches')
      .where('added_at', '<', batch.atMs - BATCH_MEMORY_MS)
      .execute();
    await trx
      .deleteFrom('quota_allowances')
      .where('expires_at', '<', batch.atMs - BATCH_MEMORY_MS)
      .execute();
  });

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sum over some days; of one key, or of all. */
export const sumCharacters = async (
  db: SqlDatabase,
  { firstDay, lastDay }: DayRange,
  keyId?: string,
): Promise<number> => {
  let query = db
    .selectFrom('usage_days')
    .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay);
  if (keyId !== undefined) query = query.where('key_id', '=', keyId);
  // PostgreSQL gives sums as text.
  return Number((await query.executeTakeFirst())?.characters ?? 0);
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
  return rows.map(({ key_id, ...rest }) => ({ keyId: key_id, ...rest }));
};

/** See {@link AccountStore.takeAllowance}. */
export const takeAllowance = (
  db: SqlDatabase,
  request: AllowanceRequest,
): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const { keyId, month } = request;
    // Writes the key's row as it is, so that requests for the same key come one after the other.
    const key = await trx
      .updateTable('api_keys')
      .set((row) => ({ name: row.ref('name') }))
      .where('id', '=', keyId)
      .returning('characters_per_month as limit')
      .executeTakeFirst();
    // One statement sees one moment: another server turns shares into usage in one step.
    const { used, others } = await trx
      .selectNoFrom((select) => [
        select
          .selectFrom('usage_days')
          .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
          .where('key_id', '=', keyId)
          .where('day', '>=', `${month}-01`)
          .where('day', '<=', `${month}-31`)
          .as('used'),
        select
          .selectFrom('quota_allowances')
          .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
          .where('key_id', '=', keyId)
          .where('month', '=', month)
          .where('server_id', '!=', request.serverId)
          .where('expires_at', '>', request.nowMs)
          .as('others'),
      ])
      .executeTakeFirstOrThrow();
    const taken = Number(used ?? 0) + Number(others ?? 0) + request.outstanding;
    const left = (key?.limit ?? Number.MAX_SAFE_INTEGER) - taken;
    if (left < request.minimum) return undefined;
    // Near the end nobody gets more than is needed, so that no server sits on the last characters.
    const extra = Math.min(request.wish, Math.floor((left - request.minimum) / 20));
    const held = request.outstanding + request.minimum + extra;
    await setAllowance(trx, request, held);
    return held;
  });
