import type { Migration } from 'kysely';

/** What several servers have to know about a document that one of them has in hand. */
export const sharedDocuments: Migration = {
  async up(db) {
    await db.schema.alterTable('documents').addColumn('expected_end_at', 'bigint').execute();
    await db.schema
      .alterTable('documents')
      .addColumn('download_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
