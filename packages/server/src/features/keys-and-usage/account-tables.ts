import type { Selectable, Transaction } from 'kysely';
import type { KeyRecord, Plan } from '../../platform/accounts/key-record.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { lockOwner, toAuditEntry, writeAudit } from '../../platform/database/shared-queries.js';
import { withOutages } from '../../platform/database/store-error.js';
import type { Permission } from '../../platform/http/permissions.js';
import type { AccountStore, DecideChange, KeyChange, TokenBatch } from './account-store.js';
import {
  addUsage,
  type BillDocument,
  countKeysByQuota,
  deliverDocument,
  isNewBatch,
  listTagUsage,
  listUsage,
  sumCharacters,
  sumCharactersByKey,
  takeShare,
} from './usage-tables.js';

/** Adds tokens to the days of keys, once. */
const addTokens = async (db: SqlDatabase, { rows, ...batch }: TokenBatch): Promise<void> => {
  // In the same order everywhere, so that two servers cannot deadlock.
  const ordered = rows.toSorted((one, two) =>
    one.ownerId + one.day < two.ownerId + two.day ? -1 : 1,
  );
  await db.transaction().execute(async (trx) => {
    if (!(await isNewBatch(trx, batch))) return;
    for (const { ownerId, day, tokens } of ordered) {
      await trx
        .insertInto('token_days')
        .values({ key_id: ownerId, day, tokens })
        .onConflict((conflict) =>
          conflict.columns(['key_id', 'day']).doUpdateSet((sum) => ({
            tokens: sum('token_days.tokens', '+', sum.ref('excluded.tokens')),
          })),
        )
        .execute();
    }
  });
};

/** The tokens of a key on one day. */
const sumTokens = async (db: SqlDatabase, ownerId: string, day: string): Promise<number> => {
  const row = await db
    .selectFrom('token_days')
    .select('tokens')
    .where('key_id', '=', ownerId)
    .where('day', '=', day)
    .executeTakeFirst();
  return Number(row?.tokens ?? 0);
};

type KeyRow = Selectable<Schema['api_keys']>;

/** Converts a row to a key record. */
const toKeyRecord = (row: KeyRow): KeyRecord => ({
  id: row.id,
  name: row.name,
  // Only the two functions below write these columns.
  plan: row.plan as Plan,
  permissions: row.permissions.split(',') as readonly Permission[],
  limits: {
    charactersPerMonth: row.characters_per_month,
    requestsPerMinute: row.requests_per_minute,
    charactersPerMinute: row.characters_per_minute,
    documentsPerMonth: row.documents_per_month,
    tokensPerDay: row.tokens_per_day,
  },
  hint: row.hint,
  createdAtMs: row.created_at,
  revokedAtMs: row.revoked_at,
});

const limitColumns = ({ limits }: Pick<KeyRecord, 'limits'>) => ({
  characters_per_month: limits.charactersPerMonth,
  requests_per_minute: limits.requestsPerMinute,
  characters_per_minute: limits.charactersPerMinute,
  documents_per_month: limits.documentsPerMonth,
  tokens_per_day: limits.tokensPerDay,
});

const toKeyRow = (record: KeyRecord, digest: string): KeyRow => ({
  id: record.id,
  digest,
  hint: record.hint,
  name: record.name,
  plan: record.plan,
  permissions: record.permissions.join(','),
  ...limitColumns(record),
  created_at: record.createdAtMs,
  revoked_at: record.revokedAtMs,
});

/** The columns that a change affects. */
const toChangedColumns = (change: KeyChange): Partial<KeyRow> => ({
  ...(change.name !== undefined && { name: change.name }),
  ...(change.permissions && { permissions: change.permissions.join(',') }),
  ...(change.limits && limitColumns({ limits: change.limits })),
  ...(change.revokedAtMs !== undefined && { revoked_at: change.revokedAtMs }),
  ...change.secret,
});

type Writing = Transaction<Schema>;

const listKeys = async (db: SqlDatabase): Promise<readonly KeyRecord[]> => {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toKeyRecord);
};

/** Whose lock is taken by transactions that decide by what keys there are. */
const ALL_KEYS = '';

const insertKey = async (
  trx: Writing,
  record: KeyRecord,
  digest: string,
  audit: AuditEntry,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('api_keys')
    .values(toKeyRow(record, digest))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await writeAudit(trx, audit);
  return true;
};

/** @returns undefined when there is no such key */
const decide = async (
  trx: Writing,
  id: string,
  change: DecideChange,
): Promise<KeyChange | undefined> => {
  await lockOwner(trx, ALL_KEYS);
  const keys = await listKeys(trx);
  const key = keys.find((one) => one.id === id);
  return key && change(key, keys);
};

/** Rows that are deleted at once: a running server waits only shortly for its turn. */
const ROWS_PER_DELETION = 500;

/** See {@link AccountStore.shortenAudit}. */
const shortenAudit = async (
  db: SqlDatabase,
  beforeMs: number,
  audit: AuditEntry,
): Promise<number> => {
  const { count } = await db
    .selectFrom('audit_log')
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .where('at', '<', beforeMs)
    .executeTakeFirstOrThrow();
  const entries = Number(count);
  if (entries === 0) return 0;
  // First, so that nothing is ever missing without a word about it.
  const details = { ...audit.details, entries };
  await db.transaction().execute((trx) => writeAudit(trx, { ...audit, details }));
  for (let removed = 0; removed < entries; ) {
    const { numDeletedRows } = await db
      .deleteFrom('audit_log')
      .where('id', 'in', (select) =>
        select
          .selectFrom('audit_log')
          .select('id')
          .where('at', '<', beforeMs)
          .limit(ROWS_PER_DELETION),
      )
      .executeTakeFirst();
    if (numDeletedRows === 0n) break;
    removed += Number(numDeletedRows);
  }
  return entries;
};

/** Accounts in SQL, the same for both databases. */
const createSqlAccountStore = (db: SqlDatabase, billDocument: BillDocument): AccountStore => {
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
      db.transaction().execute((trx) => insertKey(trx, record, digest, audit)),
    insertNamedKey: (record, digest, audit, chooseName) =>
      db.transaction().execute(async (trx) => {
        await lockOwner(trx, ALL_KEYS);
        const name = chooseName(await listKeys(trx));
        const named = { ...record, name };
        const entry = { ...audit, details: { ...audit.details, name } };
        return (await insertKey(trx, named, digest, entry)) ? named : undefined;
      }),
    findKeyByDigest: (digest) => findKey('digest', digest),
    findKeyById: (id) => findKey('id', id),
    listKeys: () => listKeys(db),
    changeKey: (id, change, audit) =>
      db.transaction().execute(async (trx) => {
        const decided = typeof change === 'function' ? await decide(trx, id, change) : change;
        if (!decided) return undefined;
        const row = await trx
          .updateTable('api_keys')
          .set(toChangedColumns(decided))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        await writeAudit(trx, audit);
        return toKeyRecord(row);
      }),
    addUsage: (batch) => addUsage(db, batch),
    deliverDocument: (batch, document) => deliverDocument(db, billDocument, batch, document),
    sumCharacters: (days, ownerId) => sumCharacters(db, days, ownerId),
    sumCharactersByKey: (days) => sumCharactersByKey(db, days),
    listUsage: (days) => listUsage(db, days),
    countKeysByQuota: (days) => countKeysByQuota(db, days),
    listTagUsage: (query) => listTagUsage(db, query),
    takeShare: (request) => takeShare(db, request),
    addTokens: (batch) => addTokens(db, batch),
    sumTokens: (ownerId, day) => sumTokens(db, ownerId, day),
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
    shortenAudit: (beforeMs, audit) => shortenAudit(db, beforeMs, audit),
  };
};

/**
 * The accounts kept in a database. All errors of the database are reported as `DatabaseOutage`.
 */
export const createAccountStore = (db: SqlDatabase, billDocument: BillDocument): AccountStore =>
  withOutages(createSqlAccountStore(db, billDocument));
