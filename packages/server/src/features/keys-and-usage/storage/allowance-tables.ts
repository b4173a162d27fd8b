import type { Transaction } from 'kysely';
import type { Schema, SqlDatabase } from '../../../platform/database/schema.js';
import { type AllowanceRequest, WHOLE_ACCOUNT } from '../account-store.js';

/** Stores one server's share of a quota, replacing its previous share. */
export const setAllowance = async (
  trx: Transaction<Schema>,
  row: Pick<AllowanceRequest, 'keyId' | 'month' | 'serverId' | 'expiresAtMs'>,
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

/**
 * The limit of a quota. Locks the row, so that requests for the same quota run one after the other.
 */
const lockLimit = async (
  trx: Transaction<Schema>,
  request: AllowanceRequest,
): Promise<number | null | undefined> => {
  if (request.keyId === WHOLE_ACCOUNT) {
    // A share that belongs to no server: its row only serves as a lock.
    await setAllowance(trx, { ...request, serverId: '' }, 0);
    return request.accountLimit;
  }
  // Rewrites the key's row unchanged, which locks it.
  const key = await trx
    .updateTable('api_keys')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', request.keyId)
    .returning('characters_per_month as limit')
    .executeTakeFirst();
  return key?.limit;
};

/** See {@link AccountStore.takeAllowance}. */
export const takeAllowance = (
  db: SqlDatabase,
  request: AllowanceRequest,
): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    const { keyId, month } = request;
    const limit = await lockLimit(trx, request);
    // A single statement sees a consistent state: another server turns shares into usage in one
    // transaction.
    const { used, others } = await trx
      .selectNoFrom((select) => [
        select
          .selectFrom('usage_days')
          .select((sum) => sum.fn.sum<number | string | null>('characters').as('characters'))
          .$if(keyId !== WHOLE_ACCOUNT, (query) => query.where('key_id', '=', keyId))
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
    const left = (limit ?? Number.MAX_SAFE_INTEGER) - taken;
    if (left < request.minimum) return undefined;
    // Near the end, a server only gets what it needs, so that none holds the last characters in
    // reserve.
    const extra = Math.min(request.wish, Math.floor((left - request.minimum) / 20));
    const held = request.outstanding + request.minimum + extra;
    await setAllowance(trx, request, held);
    return held;
  });
