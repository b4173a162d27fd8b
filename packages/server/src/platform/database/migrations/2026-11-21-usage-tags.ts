import type { Migration } from 'kysely';

/** Usage by the tags that callers put on requests, whatever key they used. */
export const usageTags: Migration = {
  async up(db) {
    await db.schema
      .createTable('tag_usage_days')
      .addColumn('tag', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('characters', 'bigint', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('tag_usage_days_key', ['tag', 'day'])
      .execute();
    await db.schema
      .createIndex('tag_usage_days_by_day')
      .on('tag_usage_days')
      .column('day')
      .execute();
  },
};
