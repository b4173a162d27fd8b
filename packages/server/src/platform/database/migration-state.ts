import { type Migration, Migrator, sql } from 'kysely';
import type { Migrations } from './migrations/all.js';
import { kindOf, type MigrationKind } from './migrations/kind.js';
import type { SqlDatabase } from './schema.js';

const TABLE = 'dragoman_migrations';

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

export const createMigrator = (db: SqlDatabase, migrations: Migrations): Migrator =>
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
