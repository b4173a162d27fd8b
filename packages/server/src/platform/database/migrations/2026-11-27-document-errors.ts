import type { Migration } from 'kysely';

/** Why a document failed, for programs. */
export const documentErrors: Migration = {
  async up(db) {
    await db.schema.alterTable('documents').addColumn('error', 'text').execute();
  },
};
