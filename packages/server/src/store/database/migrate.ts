import { type Migration, Migrator } from 'kysely';
import { accounts } from './migrations/2026-11-21-accounts.js';
import { usageTags } from './migrations/2026-11-21-usage-tags.js';
import { documents } from './migrations/2026-11-22-documents.js';
import { documentQuotas } from './migrations/2026-11-22-documents-quotas.js';
import { glossaries } from './migrations/2026-11-22-glossaries.js';
import { sharedDocuments } from './migrations/2026-11-22-shared-documents.js';
import { memories } from './migrations/2026-11-23-memories.js';
import { styles } from './migrations/2026-11-24-styles.js';
import { tokenBudgets } from './migrations/2026-11-25-token-budgets.js';
import type { SqlDatabase } from './schema.js';
import { StoreError } from './store-error.js';

/** All migrations by name; they run in the order of their names. Never change a released one. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '2026-11-21-accounts': accounts,
  '2026-11-21-usage-tags': usageTags,
  '2026-11-22-documents': documents,
  '2026-11-22-glossaries': glossaries,
  '2026-11-22-documents-quotas': documentQuotas,
  '2026-11-22-shared-documents': sharedDocuments,
  '2026-11-23-memories': memories,
  '2026-11-24-styles': styles,
  '2026-11-25-token-budgets': tokenBudgets,
};

/**
 * Brings the tables up to date, forward only.
 *
 * @param where names the database in messages
 * @param additional migrations that only databases of this kind need
 * @throws StoreError when a newer version of the program has changed the tables already
 */
export const migrate = async (
  db: SqlDatabase,
  where: string,
  additional: Readonly<Record<string, Migration>> = {},
): Promise<void> => {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS, ...additional }) },
    migrationTableName: 'dragoman_migrations',
    migrationLockTableName: 'dragoman_migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && /previously executed migration/.test(error.message)) {
    throw new StoreError(
      `${where} was changed by a newer version of Dragoman; start that version.`,
    );
  }
  throw error;
};
