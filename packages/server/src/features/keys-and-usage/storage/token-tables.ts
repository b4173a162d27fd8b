import type { SqlDatabase } from '../../../platform/database/schema.js';
import type { DailyTokens } from '../account-store.js';

/** Adds tokens to the days of keys. */
export const addTokens = async (db: SqlDatabase, rows: readonly DailyTokens[]): Promise<void> => {
  // In the same order everywhere, so that two servers cannot deadlock.
  const ordered = rows.toSorted((one, two) => (one.keyId + one.day < two.keyId + two.day ? -1 : 1));
  await db.transaction().execute(async (trx) => {
    for (const { keyId, day, tokens } of ordered) {
      await trx
        .insertInto('token_days')
        .values({ key_id: keyId, day, tokens })
        .onConflict((conflict) =>
          conflict.columns(['key_id', 'day']).doUpdateSet((sum) => ({
            tokens: sum('token_days.tokens', '+', sum.ref('excluded.tokens')),
          })),
        )
        .execute();
    }
  });
};

/** The tokens of a key on one day. */
export const sumTokens = async (db: SqlDatabase, keyId: string, day: string): Promise<number> => {
  const row = await db
    .selectFrom('token_days')
    .select('tokens')
    .where('key_id', '=', keyId)
    .where('day', '=', day)
    .executeTakeFirst();
  return Number(row?.tokens ?? 0);
};
