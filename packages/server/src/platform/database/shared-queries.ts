import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { AuditEntry } from '../audit-entry.js';
import type { Schema } from './schema.js';

/** Adds an entry to the audit log, as part of the change it is about. */
export const writeAudit = (trx: Transaction<Schema>, entry: AuditEntry) =>
  trx
    .insertInto('audit_log')
    .values({
      id: randomUUID(),
      at: entry.atMs,
      actor: entry.actor,
      action: entry.action,
      key_id: entry.keyId,
      details: JSON.stringify(entry.details),
    })
    .execute();

/** One server's share of a quota. */
interface ShareOfServer {
  readonly ownerId: string;
  readonly month: string;
  readonly serverId: string;
  readonly expiresAtMs: number;
}

/** Stores a share with its characters, in the place of the one before. */
export const setShare = async (
  trx: Transaction<Schema>,
  { ownerId, month, serverId, expiresAtMs }: ShareOfServer,
  characters: number,
): Promise<void> => {
  const change = { characters, expires_at: expiresAtMs };
  await trx
    .insertInto('quota_allowances')
    .values({ key_id: ownerId, month, server_id: serverId, ...change })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'month', 'server_id']).doUpdateSet(change),
    )
    .execute();
};

/**
 * Makes transactions that count what an owner has run one after the other: a share that belongs to no
 * month and no server is a row that only serves as a lock. Without it, requests at the same time would
 * not count each other's rows.
 *
 * @param ownerId whose rows are counted; empty for all keys together
 */
export const lockOwner = (trx: Transaction<Schema>, ownerId: string): Promise<void> => {
  const expiresAtMs = Number.MAX_SAFE_INTEGER;
  return setShare(trx, { ownerId, month: '', serverId: '', expiresAtMs }, 0);
};

/** Converts a row to an entry. */
export const toAuditEntry = (row: Selectable<Schema['audit_log']>): AuditEntry => ({
  atMs: row.at,
  actor: row.actor,
  action: row.action,
  keyId: row.key_id,
  details: JSON.parse(row.details),
});

/**
 * Does work on a few values at a time, one statement for each chunk: databases bound the number of
 * parameters of a statement.
 *
 * @returns the rows of all statements
 */
export const inChunks = async <Value, Row>(
  values: readonly Value[],
  size: number,
  work: (chunk: readonly Value[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += size) {
    rows.push(...(await work(values.slice(start, start + size))));
  }
  return rows;
};
