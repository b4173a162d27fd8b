import { type Kysely, type Migration, sql } from 'kysely';

/** Translation memories with their segments, the index of these, and imports and exports. */
export const memories: Migration = {
  async up(db) {
    await createMemories(db);
    await createSegments(db);
    await createJobs(db);
  },
};

const createMemories = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('translation_memories')
    .addColumn('number', 'bigint', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('source_language', 'text', (column) => column.notNull())
    .addColumn('target_languages', 'text', (column) => column.notNull())
    .addColumn('segment_count', 'bigint', (column) => column.notNull())
    .addColumn('bucket_bits', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('touched_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('translation_memories_by_owner')
    .on('translation_memories')
    .column('owner_id')
    .execute();
};

const createSegments = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('memory_segments')
    .addColumn('memory', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('source_text', 'text', (column) => column.notNull())
    .addColumn('codes', 'text')
    .addColumn('form', 'text')
    .addColumn('digest', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('memory_segments_key', ['memory', 'position'])
    .execute();
  await db.schema
    .createIndex('memory_segments_by_digest')
    .on('memory_segments')
    .columns(['memory', 'digest'])
    .execute();
  await db.schema
    .createTable('memory_targets')
    .addColumn('memory', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('target_text', 'text', (column) => column.notNull())
    .addColumn('codes', 'text')
    .addPrimaryKeyConstraint('memory_targets_key', ['memory', 'position', 'language'])
    .execute();
  await db.schema
    .createTable('memory_postings')
    .addColumn('memory', 'bigint', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    // SQLite takes any name of a type, and keeps bytes as bytes.
    .addColumn('bytes', sql`bytea`, (column) => column.notNull())
    .addPrimaryKeyConstraint('memory_postings_key', ['memory', 'bucket'])
    .execute();
};

const createJobs = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('memory_jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('memory_id', 'text')
    .addColumn('name', 'text')
    .addColumn('source_file', 'text')
    .addColumn('skipped_count', 'bigint')
    .addColumn('error_message', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('memory_jobs_by_owner')
    .on('memory_jobs')
    .column('owner_id')
    .execute();
};
