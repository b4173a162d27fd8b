import type { Migration } from 'kysely';

/** Keys, usage, quotas and the audit log. `usage_days` also counts the key of the configuration. */
export const accounts: Migration = {
  async up(db) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('permissions', 'text', (column) => column.notNull())
      .addColumn('characters_per_month', 'bigint')
      .addColumn('requests_per_minute', 'bigint')
      .addColumn('characters_per_minute', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema
      .createTable('usage_days')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('characters', 'bigint', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_days_key', ['key_id', 'day'])
      .execute();
    await db.schema.createIndex('usage_days_by_day').on('usage_days').column('day').execute();
    await db.schema
      .createTable('usage_batches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('usage_batches_by_time')
      .on('usage_batches')
      .column('added_at')
      .execute();
    await db.schema
      .createTable('quota_allowances')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('server_id', 'text', (column) => column.notNull())
      .addColumn('characters', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('quota_allowances_key', ['key_id', 'month', 'server_id'])
      .execute();
    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute();
  },
};
