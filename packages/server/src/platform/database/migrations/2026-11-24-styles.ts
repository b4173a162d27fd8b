import type { Migration } from 'kysely';

/** Style rule lists, each with all its rules and instructions in one row, so that it has one version. */
export const styles: Migration = {
  async up(db) {
    await db.schema
      .createTable('styles')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('configured_rules', 'text', (column) => column.notNull())
      .addColumn('instructions', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('styles_by_owner').on('styles').column('owner_id').execute();
  },
};
