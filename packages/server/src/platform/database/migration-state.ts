import { type Migration, Migrator, sql } from 'kysely';
import type { Migrations } from './migrations.js';
import type { SqlDatabase } from './schema.js';
import { StoreError } from './store-error.js';

const TABLE = 'dragoman_migrations';

/**
 * What a migration does to servers of other versions on the same database. After an `expand` older
 * and newer versions work; a `contract` takes away what older versions need.
 */
type MigrationKind = 'expand' | 'contract';

/** The name says it, so that a version also knows it of migrations that are newer than itself. */
const kindOf = (name: string): MigrationKind =>
  name.endsWith('-contract') ? 'contract' : 'expand';

/** The tables of a database, compared with the migrations of this version. */
export interface MigrationState {
  readonly executed: readonly string[];
  /** In the order in which they run. */
  readonly pending: readonly string[];
  /** Executed by a newer version. */
  readonly unknown: readonly string[];
}

/** A migration that has not run. */
export interface PendingMigration {
  readonly name: string;
  readonly kind: MigrationKind;
  /** Whether the next start of a server runs it; otherwise only `dragoman migrate --contract` does. */
  readonly isAutomatic: boolean;
}

const createMigrator = (db: SqlDatabase, migrations: Migrations): Migrator =>
  new Migrator({
    db,
    provider: {
      getMigrations: async (): Promise<Record<string, Migration>> => ({ ...migrations }),
    },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    // Those of newer versions, and those that were left out, are in between.
    allowUnorderedMigrations: true,
  });

/** Only reads. */
export const readMigrationState = async (
  db: SqlDatabase,
  migrations: Migrations,
): Promise<MigrationState> => {
  const known = await createMigrator(db, migrations).getMigrations();
  const pending = known.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
  // Where none has run there may be no table yet.
  if (pending.length === known.length) return { executed: [], pending, unknown: [] };
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  const executed = rows.map(({ name }) => name);
  return { executed, pending, unknown: executed.filter((name) => !(name in migrations)) };
};

/** In a new database nothing can be lost: there all of them run at once. */
export const describePending = ({
  executed,
  pending,
}: MigrationState): readonly PendingMigration[] =>
  pending.map((name) => {
    const kind = kindOf(name);
    return { name, kind, isAutomatic: kind === 'expand' || executed.length === 0 };
  });

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
