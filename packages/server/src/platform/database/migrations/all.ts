import type { Migration } from 'kysely';
import { accounts } from './2026-11-21-accounts.js';
import { usageTags } from './2026-11-21-usage-tags.js';
import { documents } from './2026-11-22-documents.js';
import { documentFiles } from './2026-11-22-documents-files.js';
import { documentQuotas } from './2026-11-22-documents-quotas.js';
import { glossaries } from './2026-11-22-glossaries.js';
import { sharedDocuments } from './2026-11-22-shared-documents.js';
import { memories } from './2026-11-23-memories.js';
import { styles } from './2026-11-24-styles.js';
import { tokenBudgets } from './2026-11-25-token-budgets.js';
import { documentBills } from './2026-11-26-document-bills.js';
import { documentErrors } from './2026-11-27-document-errors.js';
import { memoryOrder } from './2026-11-28-memory-order.js';
import { glossaryPieces } from './2026-11-29-glossary-pieces.js';

/** Migrations by name. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * All migrations of every database; they run in the order of their names. Never change a released one.
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
