import type { Selectable, Transaction } from 'kysely';
import { type DayRange, dayOf } from '../../platform/accounts/billing-period.js';
import { isBilled } from '../../platform/accounts/key-record.js';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { lockOwner } from '../../platform/database/shared-queries.js';
import { withOutages } from '../../platform/database/store-error.js';
import type { DeliveredDocument, Delivery } from '../keys-and-usage/account-store.js';
import type {
  DocumentChange,
  DocumentRecord,
  DocumentState,
  DocumentStore,
} from './document-record.js';

type DocumentRow = Selectable<Schema['documents']>;

const toRecord = (row: DocumentRow): DocumentRecord => ({
  id: row.id,
  ownerId: row.owner_id,
  state: row.state as DocumentState,
  keyDigest: row.key_digest,
  options: JSON.parse(row.options),
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  attempts: row.attempts,
  characters: row.characters,
  errorMessage: row.error_message,
  error: row.error === null ? null : JSON.parse(row.error),
  expectedEndMs: row.expected_end_at,
  billedAtMs: row.billed_at,
});

const toRow = (record: DocumentRecord): DocumentRow => ({
  id: record.id,
  owner_id: record.ownerId,
  state: record.state,
  key_digest: record.keyDigest,
  options: JSON.stringify(record.options),
  created_at: record.createdAtMs,
  expires_at: record.expiresAtMs,
  attempts: record.attempts,
  characters: record.characters,
  error_message: record.errorMessage,
  error: record.error && JSON.stringify(record.error),
  expected_end_at: record.expectedEndMs,
  download_until: 0,
  billed_at: record.billedAtMs,
});

const toColumns = (change: DocumentChange): Partial<DocumentRow> => ({
  ...(change.state !== undefined && { state: change.state }),
  ...(change.expiresAtMs !== undefined && { expires_at: change.expiresAtMs }),
  ...(change.attempts !== undefined && { attempts: change.attempts }),
  ...(change.characters !== undefined && { characters: change.characters }),
  ...(change.errorMessage !== undefined && { error_message: change.errorMessage }),
  ...(change.error !== undefined && { error: change.error && JSON.stringify(change.error) }),
  ...(change.expectedEndMs !== undefined && { expected_end_at: change.expectedEndMs }),
});

const createSqlDocumentStore = (db: SqlDatabase): DocumentStore => ({
  insert: (record, { waiting, monthly }) =>
    db.transaction().execute(async (trx) => {
      await lockOwner(trx, record.ownerId);
      const { count } = await trx
        .selectFrom('documents')
        .select((select) => select.fn.countAll<number | string>().as('count'))
        .where('owner_id', '=', record.ownerId)
        .where('state', '!=', 'error')
        .where('billed_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (Number(count) >= waiting) return 'too many waiting';
      const downloaded = monthly ? await sumDownloads(trx, monthly.month, record.ownerId) : 0;
      if (monthly && downloaded + Number(count) >= monthly.documents) return 'quota exceeded';
      await trx.insertInto('documents').values(toRow(record)).execute();
      return 'inserted';
    }),
  find: async (id) => {
    const row = await db
      .selectFrom('documents')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toRecord(row);
  },
  change: async (id, change) => {
    await db.updateTable('documents').set(toColumns(change)).where('id', '=', id).execute();
  },
  claimDownload: async (id, nowMs, untilMs) => {
    const { numUpdatedRows } = await db
      .updateTable('documents')
      .set({ download_until: untilMs })
      .where('id', '=', id)
      .where('download_until', '<=', nowMs)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  holdDownload: async (id, untilMs) => {
    await db
      .updateTable('documents')
      .set({ download_until: untilMs })
      .where('id', '=', id)
      .execute();
  },
  remove: async (id) => {
    await db.deleteFrom('documents').where('id', '=', id).execute();
  },
  listUnfinished: async () => {
    const rows = await db
      .selectFrom('documents')
      .selectAll()
      .where('state', 'in', ['queued', 'translating'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(toRecord);
  },
  listExpired: async (nowMs) => {
    const rows = await db
      .selectFrom('documents')
      .select('id')
      .where('expires_at', '<=', nowMs)
      .execute();
    return rows.map(({ id }) => id);
  },
  sumDownloads: (days, ownerId) => sumDownloads(db, days, ownerId),
});

const sumDownloads = async (
  db: SqlDatabase,
  { firstDay, lastDay }: DayRange,
  ownerId?: string,
): Promise<number> => {
  let query = db
    .selectFrom('document_days')
    .select((sum) => sum.fn.sum<number | string | null>('documents').as('documents'))
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay);
  if (ownerId !== undefined) query = query.where('key_id', '=', ownerId);
  return Number((await query.executeTakeFirst())?.documents ?? 0);
};

/**
 * Marks a document as billed from its first download on, and counts that download for its owner.
 *
 * @param trx the transaction that adds what the document used, so that both happen or neither does
 */
export const billDocument = async (
  trx: Transaction<Schema>,
  { id, ownerId, keptUntilMs }: DeliveredDocument,
  atMs: number,
): Promise<Delivery> => {
  // The row is locked from here on: of two servers one bills it.
  const { numUpdatedRows } = await trx
    .updateTable('documents')
    .set({ billed_at: atMs, expires_at: keptUntilMs })
    .where('id', '=', id)
    .where('billed_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    if (isBilled({ id: ownerId })) await countDownload(trx, ownerId, dayOf(atMs));
    return 'billed';
  }
  const found = await trx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found ? 'billed before' : 'gone';
};

/** @param day UTC, `2026-11-21` */
const countDownload = (trx: Transaction<Schema>, ownerId: string, day: string) =>
  trx
    .insertInto('document_days')
    .values({ key_id: ownerId, day, documents: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'day'])
        .doUpdateSet((set) => ({ documents: set('document_days.documents', '+', 1) })),
    )
    .execute();

/** The documents listed in a database. Its outages are thrown as `DatabaseOutage`. */
export const createDocumentStore = (db: SqlDatabase): DocumentStore =>
  withOutages(createSqlDocumentStore(db));
