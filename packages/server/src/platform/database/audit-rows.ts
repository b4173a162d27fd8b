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

/** Converts a row to an entry. */
export const toAuditEntry = (row: Selectable<Schema['audit_log']>): AuditEntry => ({
  atMs: row.at,
  actor: row.actor,
  action: row.action as AuditEntry['action'],
  keyId: row.key_id,
  details: JSON.parse(row.details),
});
