import type { Migration } from 'kysely';

/** Glossaries, and their dictionaries with all entries in one value, so that it is whole or absent. */
export const glossaries: Migration = {
  async up(db) {
    await db.schema
      .createTable('glossaries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('glossaries_by_owner')
      .on('glossaries')
      .column('owner_id')
      .execute();
    await db.schema
      .createTable('glossary_dictionaries')
      .addColumn('glossary_id', 'text', (column) => column.notNull())
      .addColumn('source_language', 'text', (column) => column.notNull())
      .addColumn('target_language', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('entry_count', 'bigint', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('entries', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('glossary_dictionaries_key', [
        'glossary_id',
        'source_language',
        'target_language',
      ])
      .execute();
  },
};
