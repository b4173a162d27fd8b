import type { Migration } from 'kysely';

/** The monthly document quota of keys. */
export const documentQuotas: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('documents_per_month', 'bigint').execute();
  },
};
