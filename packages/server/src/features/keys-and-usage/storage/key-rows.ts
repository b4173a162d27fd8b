import type { Selectable } from 'kysely';
import type { Schema } from '../../../platform/database/schema.js';
import type { KeyChange } from '../account-store.js';
import type { KeyRecord, Permission, Plan } from '../key-record.js';

export type KeyRow = Selectable<Schema['api_keys']>;

/** Converts a row to a key record. */
export const toKeyRecord = (row: KeyRow): KeyRecord => ({
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

export const toKeyRow = (record: KeyRecord, digest: string): KeyRow => ({
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
export const toChangedColumns = (change: KeyChange): Partial<KeyRow> => ({
  ...(change.name !== undefined && { name: change.name }),
  ...(change.permissions && { permissions: change.permissions.join(',') }),
  ...(change.limits && limitColumns({ limits: change.limits })),
  ...(change.revokedAtMs !== undefined && { revoked_at: change.revokedAtMs }),
  ...change.secret,
});
