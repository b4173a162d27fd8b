import type { Kysely, Selectable } from 'kysely';
import type { Schema, SqlDatabase } from '../../platform/database/schema.js';
import { lockOwner } from '../../platform/database/shared-queries.js';
import { withOutages } from '../../platform/database/store-error.js';
import type { MemoryJobChange, MemoryJobRecord, MemoryJobStore } from './memory-record.js';

type JobRow = Selectable<Schema['memory_jobs']>;

const toRecord = (row: JobRow): MemoryJobRecord => ({
  id: row.id,
  ownerId: row.owner_id,
  operation: row.operation as MemoryJobRecord['operation'],
  state: row.state as MemoryJobRecord['state'],
  token: row.token,
  memoryId: row.memory_id,
  name: row.name,
  sourceFile: row.source_file === null ? null : JSON.parse(row.source_file),
  skippedCount: row.skipped_count,
  errorMessage: row.error_message,
  attempts: row.attempts,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
  expiresAtMs: row.expires_at,
});

const toRow = (job: MemoryJobRecord): JobRow => ({
  id: job.id,
  owner_id: job.ownerId,
  operation: job.operation,
  state: job.state,
  token: job.token,
  memory_id: job.memoryId,
  name: job.name,
  source_file: job.sourceFile && JSON.stringify(job.sourceFile),
  skipped_count: job.skippedCount,
  error_message: job.errorMessage,
  attempts: job.attempts,
  created_at: job.createdAtMs,
  updated_at: job.updatedAtMs,
  expires_at: job.expiresAtMs,
});

const toColumns = (change: MemoryJobChange): Partial<JobRow> => ({
  state: change.state,
  updated_at: change.updatedAtMs,
  ...(change.memoryId !== undefined && { memory_id: change.memoryId }),
  ...(change.skippedCount !== undefined && { skipped_count: change.skippedCount }),
  ...(change.errorMessage !== undefined && { error_message: change.errorMessage }),
  ...(change.attempts !== undefined && { attempts: change.attempts }),
});

/** See {@link MemoryJobStore.change}; it may be part of a transaction. */
export const changeJob = async (
  db: Kysely<Schema>,
  id: string,
  from: MemoryJobRecord['state'],
  change: MemoryJobChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('memory_jobs')
    .set(toColumns(change))
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

const createSqlMemoryJobStore = (db: SqlDatabase): MemoryJobStore => ({
  insert: (job, maxOpen) =>
    db.transaction().execute(async (trx) => {
      await lockOwner(trx, job.ownerId);
      const open = await trx
        .selectFrom('memory_jobs')
        .selectAll()
        .where('owner_id', '=', job.ownerId)
        .where('expires_at', '>', job.createdAtMs)
        // An import that is not done, or an export that was not downloaded.
        .where(({ or, and, eb }) =>
          or([
            eb('state', 'in', ['awaiting_input', 'processing']),
            and([eb('operation', '=', 'export'), eb('state', '=', 'completed')]),
          ]),
        )
        .execute();
      const all = [...open.map(toRecord), job];
      const bytes = all.reduce((sum, { sourceFile }) => sum + (sourceFile?.contentLength ?? 0), 0);
      if (all.length > maxOpen.jobs || bytes > maxOpen.bytes) return false;
      await trx.insertInto('memory_jobs').values(toRow(job)).execute();
      return true;
    }),
  async find(id) {
    const row = await db
      .selectFrom('memory_jobs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toRecord(row);
  },
  async findExport(ownerId, memoryId, nowMs) {
    const row = await db
      .selectFrom('memory_jobs')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('memory_id', '=', memoryId)
      .where('operation', '=', 'export')
      .where('state', '=', 'completed')
      .where('expires_at', '>', nowMs)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    return row && toRecord(row);
  },
  change: (id, from, change) => changeJob(db, id, from, change),
  async removeExpired(beforeMs) {
    await db.deleteFrom('memory_jobs').where('expires_at', '<', beforeMs).execute();
  },
});

/** Imports and exports in a database. Its outages are thrown as `DatabaseOutage`. */
export const createMemoryJobStore = (db: SqlDatabase): MemoryJobStore =>
  withOutages(createSqlMemoryJobStore(db));
