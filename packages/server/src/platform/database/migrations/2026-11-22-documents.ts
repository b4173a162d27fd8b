import type { Migration } from 'kysely';

/** Documents that wait, are running or are to be downloaded, and how many were downloaded. */
export const documents: Migration = {
  async up(db) {
    await db.schema
      .createTable('documents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('key_digest', 'text', (column) => column.notNull())
      .addColumn('options', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('characters', 'bigint')
      .addColumn('error_message', 'text')
      .execute();
    await db.schema
      .createIndex('documents_by_expiry')
      .on('documents')
      .column('expires_at')
      .execute();
    await db.schema
      .createTable('document_days')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('documents', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_days_key', ['key_id', 'day'])
      .execute();
    await db.schema.createIndex('document_days_by_day').on('document_days').column('day').execute();
  },
};
