import type { Migration } from 'kysely';

/** When a document was billed: from then on it stays for a while, to be downloaded again. */
export const documentBills: Migration = {
  async up(db) {
    await db.schema.alterTable('documents').addColumn('billed_at', 'bigint').execute();
  },
};
