import { asUnavailable } from '../../../platform/database/as-unavailable.js';
import { toAuditEntry, writeAudit } from '../../../platform/database/audit-rows.js';
import type { SqlDatabase } from '../../../platform/database/schema.js';
import type { AccountStore } from '../account-store.js';
import { takeAllowance } from './allowance-tables.js';
import { toChangedColumns, toKeyRecord, toKeyRow } from './key-rows.js';
import { addTokens, sumTokens } from './token-tables.js';
import {
  addUsage,
  deliverDocument,
  listTagUsage,
  listUsage,
  sumCharacters,
} from './usage-tables.js';

/** Accounts in SQL, the same for both databases. */
const createSqlAccountStore = (db: SqlDatabase): AccountStore => {
  const findKey = async (column: 'id' | 'digest', value: string) => {
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    return row && toKeyRecord(row);
  };
  return {
    insertKey: (record, digest, audit) =>
      db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('api_keys')
          .values(toKeyRow(record, digest))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return false;
        await writeAudit(trx, audit);
        return true;
      }),
    findKeyByDigest: (digest) => findKey('digest', digest),
    findKeyById: (id) => findKey('id', id),
    listKeys: async () => {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toKeyRecord);
    },
    changeKey: (id, change, audit) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('api_keys')
          .set(toChangedColumns(change))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        await writeAudit(trx, audit);
        return toKeyRecord(row);
      }),
    addUsage: (batch) => addUsage(db, batch),
    deliverDocument: (batch, document) => deliverDocument(db, batch, document),
    sumCharacters: (days, keyId) => sumCharacters(db, days, keyId),
    listUsage: (days) => listUsage(db, days),
    listTagUsage: (query) => listTagUsage(db, query),
    takeAllowance: (request) => takeAllowance(db, request),
    addTokens: (rows) => addTokens(db, rows),
    sumTokens: (keyId, day) => sumTokens(db, keyId, day),
    listAudit: async (limit) => {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toAuditEntry);
    },
  };
};

/**
 * The accounts kept in a database. All errors of the database are reported as `StoreUnavailable`.
 */
export const createAccountStore = (db: SqlDatabase): AccountStore =>
  asUnavailable(createSqlAccountStore(db));
