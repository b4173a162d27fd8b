import type { Migration } from 'kysely';

/** The encrypted files of documents, in PostgreSQL only: a single server keeps them in a folder. */
export const documentFiles: Migration = {
  async up(db) {
    await db.schema
      .createTable('document_files')
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_files_key', ['document_id', 'file', 'position'])
      .execute();
  },
};
