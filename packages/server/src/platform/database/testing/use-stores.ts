import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStores, type Stores } from '../../../open-stores.js';
import { type DatabaseSettings, openDatabase } from '../database.js';
import type { SqlDatabase } from '../schema.js';
import type { TestDatabaseKind, TestDatabases } from './test-databases.js';

/** The accounts of the suite that is running. */
interface UsedAccounts {
  readonly databases: TestDatabases;
  readonly accounts: Stores;
  readonly settings: DatabaseSettings;
}

/** Deletes the rows of all tables but those of the migrations. */
const emptyTables = async (db: SqlDatabase, tables: readonly string[]): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    for (const name of tables) {
      if (name.startsWith('dragoman_migrations')) continue;
      await sql`delete from ${sql.table(name)}`.execute(transaction);
    }
  });
};

/**
 * Gives every test of the suite that calls this empty tables in a database of a kind. The tests share
 * the database: a new one takes longer than most of them.
 */
export const useStores = (kind: TestDatabaseKind): (() => UsedAccounts) => {
  let databases: TestDatabases;
  let used: UsedAccounts;
  let db: SqlDatabase;
  let tables: readonly string[];
  beforeAll(async () => {
    databases = await kind.start();
    const settings = await databases.create();
    used = { databases, settings, accounts: await openStores(settings) };
    db = await openDatabase(settings);
    tables = (await db.introspection.getTables()).map(({ name }) => name);
  });
  afterAll(async () => {
    await db?.destroy();
    await used?.accounts.close();
    if (used) await databases.remove(used.settings);
    await databases?.stop();
  });
  beforeEach(() => emptyTables(db, tables));
  return () => used;
};
