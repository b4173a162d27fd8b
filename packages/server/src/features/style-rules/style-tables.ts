import type { Selectable } from 'kysely';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { lockOwner, writeAudit } from '../../platform/database/shared-queries.js';
import { withOutages } from '../../platform/database/store-error.js';
import type { StyleRecord, StyleStore } from './style-record.js';

const toRow = (style: StyleRecord): Schema['styles'] => ({
  id: style.id,
  owner_id: style.ownerId,
  name: style.name,
  language: style.language,
  version: style.version,
  created_at: style.createdAtMs,
  updated_at: style.updatedAtMs,
  configured_rules: JSON.stringify(style.configuredRules),
  instructions: JSON.stringify(style.instructions),
});

const toRecord = (row: Selectable<Schema['styles']>): StyleRecord => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  language: row.language,
  version: row.version,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
  configuredRules: JSON.parse(row.configured_rules),
  instructions: JSON.parse(row.instructions),
});

const createSqlStyleStore = (db: SqlDatabase): StyleStore => ({
  insert: (style, maxStyles, audit) =>
    db.transaction().execute(async (trx) => {
      await lockOwner(trx, style.ownerId);
      const { count } = await trx
        .selectFrom('styles')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('owner_id', '=', style.ownerId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= maxStyles) return false;
      await trx.insertInto('styles').values(toRow(style)).execute();
      await writeAudit(trx, audit);
      return true;
    }),
  async list(ownerId, { offset, limit }) {
    const rows = await db
      .selectFrom('styles')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .orderBy('created_at')
      .orderBy('id')
      .offset(offset)
      .limit(limit)
      .execute();
    return rows.map(toRecord);
  },
  async find({ ownerId, id }) {
    const row = await db
      .selectFrom('styles')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst();
    return row && toRecord(row);
  },
  replace: (style, audit) =>
    db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('styles')
        .set(toRow(style))
        .where('id', '=', style.id)
        .where('owner_id', '=', style.ownerId)
        .where('version', '=', style.version - 1)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await writeAudit(trx, audit);
      return true;
    }),
  remove: ({ ownerId, id }, audit) =>
    db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('styles')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await writeAudit(trx, audit);
      return true;
    }),
});

/** The style rule lists in a database. Its outages are thrown as `DatabaseOutage`. */
export const createStyleStore = (db: SqlDatabase): StyleStore =>
  withOutages(createSqlStyleStore(db));
