import type { Migration } from 'kysely';

/** The daily budget of language model tokens of keys, and the tokens that were spent. */
export const tokenBudgets: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('tokens_per_day', 'bigint').execute();
    await db.schema
      .createTable('token_days')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('tokens', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('token_days_pk', ['key_id', 'day'])
      .execute();
  },
};
