import type { Migration } from 'kysely';
import { createMigrator, describePending, readMigrationState } from './migration-state.js';
import type { Migrations } from './migrations/all.js';
import { kindOf } from './migrations/kind.js';
import type { SqlDatabase } from './schema.js';
import { StoreError } from './store-error.js';

/** How a database is migrated. */
export interface MigrateOptions {
  readonly migrations: Migrations;
  /** Also runs those that take away what older versions need. @default false */
  readonly withContracts?: boolean | undefined;
}

/** Stands for a migration that a newer version has executed. */
const OF_NEWER_VERSION: Migration = { async up() {} };

/** Newer servers that start at the same moment may get ahead, but hardly twice. */
const MAX_TRIES = 3;

/**
 * Brings the tables up to date, forward only. What newer versions have added does not matter.
 *
 * @param where names the database in messages
 * @throws StoreError when a newer version has taken away what this one may need
 */
export const migrate = async (
  db: SqlDatabase,
  where: string,
  options: MigrateOptions,
): Promise<void> => {
  for (let tries = 1; ; tries++) {
    const provided = await planRun(db, where, options);
    if (provided === undefined) return;
    const { error } = await createMigrator(db, provided).migrateToLatest();
    if (error === undefined) return;
    const isOvertaken =
      error instanceof Error && /previously executed migration/.test(error.message);
    if (!isOvertaken || tries === MAX_TRIES) throw error;
  }
};

/** What the migrator must know to run what has to run now; undefined if that is nothing. */
const planRun = async (
  db: SqlDatabase,
  where: string,
  { migrations, withContracts = false }: MigrateOptions,
): Promise<Migrations | undefined> => {
  const state = await readMigrationState(db, migrations);
  if (state.unknown.some((name) => kindOf(name) === 'contract')) {
    throw new StoreError(
      `${where} was changed by a newer version of Dragoman; start that version.`,
    );
  }
  const due = describePending(state)
    .filter(({ isAutomatic }) => isAutomatic || withContracts)
    .map(({ name }) => name);
  if (due.length === 0) return undefined;
  const provided = [...state.executed, ...due].map(
    (name) => [name, migrations[name] ?? OF_NEWER_VERSION] as const,
  );
  return Object.fromEntries(provided);
};
