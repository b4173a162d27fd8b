import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { sql } from 'kysely';
import { configurationOf } from '../configuration/command-configuration.js';
import { print, remark, showTable } from '../platform/cli/output.js';
import {
  type DatabaseSettings,
  missingDatabaseOf,
  openDatabase,
  readDatabaseState,
} from '../platform/database/database.js';
import { explainFileError } from '../platform/database/libsql-file.js';
import { describePending, type PendingMigration } from '../platform/database/migration-state.js';
import { StoreError } from '../platform/database/store-error.js';

/** `dragoman backup` */
export const backupCommand = async (
  file: string,
  _options: unknown,
  command: Command,
): Promise<void> => {
  await backUpDatabase(configurationOf(command), resolve(file));
  remark(`written: ${resolve(file)}`);
};

/**
 * Writes a complete, consistent copy of the embedded database to a new file, readable only by its
 * owner. To restore it, replace the database with it while no server is running.
 *
 * @throws StoreError when the file exists or has no room, or there is no database that can be used;
 *   then no file is left
 */
const backUpDatabase = async (settings: DatabaseSettings, path: string): Promise<void> => {
  if (settings.databaseUrl !== undefined) {
    throw new StoreError('The database is PostgreSQL; back it up with pg_dump.');
  }
  const missing = missingDatabaseOf(settings);
  if (missing !== undefined) {
    throw new StoreError(
      `There is no database ${missing}. Name the data folder of the server with --data-dir.`,
    );
  }
  // The copy is written to an existing empty file and keeps its mode.
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StoreError(`${path} already exists; choose another file.`);
  });
  await file.close();
  try {
    await copyInto(path, settings);
  } catch (error) {
    // What is left would look like a backup.
    await rm(path, { force: true });
    throw error;
  }
};

const copyInto = async (path: string, settings: DatabaseSettings): Promise<void> => {
  const db = await openDatabase(settings);
  try {
    await sql`vacuum into ${path}`.execute(db);
  } catch (error) {
    throw explainFileError(error, path);
  } finally {
    await db.destroy();
  }
};

interface MigrateCommandOptions {
  readonly plan: boolean;
  readonly contract: boolean;
  readonly json: boolean;
}

/** `dragoman migrate` */
export const migrateCommand = async (
  { plan, contract, json }: MigrateCommandOptions,
  command: Command,
): Promise<void> => {
  const configuration = configurationOf(command);
  const before = await readDatabaseState(configuration);
  let { pending } = before;
  if (!plan) {
    const db = await openDatabase(configuration, { withContracts: contract });
    await db.destroy();
    ({ pending } = await readDatabaseState(configuration));
  }
  const left = describePending({ ...before, pending });
  const executed = before.pending.filter((name) => !pending.includes(name));
  if (json)
    return print(JSON.stringify({ executed, pending: left, newer: before.unknown }, null, 2));
  for (const name of executed) print(`executed: ${name}`);
  if (left.length > 0) process.stdout.write(showPending(left));
  else if (executed.length === 0) remark('The tables are up to date.');
  for (const name of before.unknown) remark(`executed by a newer version: ${name}`);
};

const showPending = (pending: readonly PendingMigration[]): string =>
  showTable([
    ['Pending', 'Kind', 'Runs'],
    ...pending.map(({ name, kind, isAutomatic }) => [
      name,
      kind,
      isAutomatic ? 'when a server starts' : 'with dragoman migrate --contract',
    ]),
  ]);
