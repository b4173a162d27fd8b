import { type Kysely, type Migration, sql } from 'kysely';

/** Keys, usage, quotas and the audit log. `usage_days` also counts the key of the configuration. */
const accounts: Migration = {
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

/** Usage by the tags that callers put on requests, whatever key they used. */
const usageTags: Migration = {
  async up(db) {
    await db.schema
      .createTable('tag_usage_days')
      .addColumn('tag', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('characters', 'bigint', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('tag_usage_days_key', ['tag', 'day'])
      .execute();
    await db.schema
      .createIndex('tag_usage_days_by_day')
      .on('tag_usage_days')
      .column('day')
      .execute();
  },
};

/** Documents that wait, are running or are to be downloaded, and how many were downloaded. */
const documents: Migration = {
  async up(db) {
    await db.schema
      .createTable('documents')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('key_digest', 'text', (column) => column.notNull())
      .addColumn('options', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'bigint', (column) => column.notNull())
      .addColumn('characters', 'bigint')
      .addColumn('error_message', 'text')
      .execute();
    await db.schema
      .createIndex('documents_by_expiry')
      .on('documents')
      .column('expires_at')
      .execute();
    await db.schema
      .createTable('document_days')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('documents', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_days_key', ['key_id', 'day'])
      .execute();
    await db.schema.createIndex('document_days_by_day').on('document_days').column('day').execute();
  },
};

/** Glossaries, and their dictionaries with all entries in one value, so that it is whole or absent. */
const glossaries: Migration = {
  async up(db) {
    await db.schema
      .createTable('glossaries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('glossaries_by_owner')
      .on('glossaries')
      .column('owner_id')
      .execute();
    await db.schema
      .createTable('glossary_dictionaries')
      .addColumn('glossary_id', 'text', (column) => column.notNull())
      .addColumn('source_language', 'text', (column) => column.notNull())
      .addColumn('target_language', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('entry_count', 'bigint', (column) => column.notNull())
      .addColumn('size_bytes', 'bigint', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('entries', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('glossary_dictionaries_key', [
        'glossary_id',
        'source_language',
        'target_language',
      ])
      .execute();
  },
};

/** The monthly document quota of keys. */
const documentQuotas: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('documents_per_month', 'bigint').execute();
  },
};

/** What several servers have to know about a document that one of them has in hand. */
const sharedDocuments: Migration = {
  async up(db) {
    await db.schema.alterTable('documents').addColumn('expected_end_at', 'bigint').execute();
    await db.schema
      .alterTable('documents')
      .addColumn('download_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

/** The encrypted files of documents, in PostgreSQL only: a single server keeps them in a folder. */
const documentFiles: Migration = {
  async up(db) {
    await db.schema
      .createTable('document_files')
      .addColumn('document_id', 'text', (column) => column.notNull())
      .addColumn('file', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('document_files_key', ['document_id', 'file', 'position'])
      .execute();
  },
};

/** Translation memories with their segments, the index of these, and imports and exports. */
const memories: Migration = {
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

/** Style rule lists, each with all its rules and instructions in one row, so that it has one version. */
const styles: Migration = {
  async up(db) {
    await db.schema
      .createTable('styles')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('configured_rules', 'text', (column) => column.notNull())
      .addColumn('instructions', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('styles_by_owner').on('styles').column('owner_id').execute();
  },
};

/** The daily budget of language model tokens of keys, and the tokens that were spent. */
const tokenBudgets: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('tokens_per_day', 'bigint').execute();
    await db.schema
      .createTable('token_days')
      .addColumn('key_id', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('tokens', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('token_days_pk', ['key_id', 'day'])
      .execute();
  },
};

/** When a document was billed: from then on it stays for a while, to be downloaded again. */
const documentBills: Migration = {
  async up(db) {
    await db.schema.alterTable('documents').addColumn('billed_at', 'bigint').execute();
  },
};

/** Why a document failed, for programs. */
const documentErrors: Migration = {
  async up(db) {
    await db.schema.alterTable('documents').addColumn('error', 'text').execute();
  },
};

/**
 * The last of many segments with the same text is found without reading the others. The index
 * without the order is left to older versions.
 */
const memoryOrder: Migration = {
  async up(db) {
    await db.schema
      .createIndex('memory_segments_in_order')
      .on('memory_segments')
      .columns(['memory', 'digest', 'position'])
      .execute();
  },
};

/** The entries of large dictionaries in pieces, in the embedded database only. */
const glossaryPieces: Migration = {
  async up(db) {
    await db.schema
      .createTable('glossary_pieces')
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .addColumn('bytes', 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('glossary_pieces_key', ['revision', 'position'])
      .execute();
  },
};

/** Migrations by name. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * All migrations of every database; they run in the order of their names. Never change a released one.
 * They are one sequence, whatever feature they are for: some change what another one has made.
 *
 * A migration expands the tables: it adds a table, an index, or a column that may be null or has a
 * default, so that older versions go on working. One that removes or changes something ends its
 * name in `-contract`; see `migration-state.ts`.
 */
const MIGRATIONS: Migrations = {
  '2026-11-21-accounts': accounts,
  '2026-11-21-usage-tags': usageTags,
  '2026-11-22-documents': documents,
  '2026-11-22-glossaries': glossaries,
  '2026-11-22-documents-quotas': documentQuotas,
  '2026-11-22-shared-documents': sharedDocuments,
  '2026-11-23-memories': memories,
  '2026-11-24-styles': styles,
  '2026-11-25-token-budgets': tokenBudgets,
  '2026-11-26-document-bills': documentBills,
  '2026-11-27-document-errors': documentErrors,
  '2026-11-28-memory-order': memoryOrder,
};

/** Those of the embedded database. */
export const LIBSQL_MIGRATIONS: Migrations = {
  ...MIGRATIONS,
  '2026-11-29-glossary-pieces': glossaryPieces,
};

/** Those of PostgreSQL. */
export const POSTGRES_MIGRATIONS: Migrations = {
  ...MIGRATIONS,
  '2026-11-22-documents-files': documentFiles,
};
