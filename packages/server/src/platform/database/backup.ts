import { open, rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { type DatabaseSettings, missingDatabaseOf, openDatabase } from './database.js';
import { explainFileError } from './libsql-file.js';
import { StoreError } from './store-error.js';

/**
 * Writes a complete, consistent copy of the embedded database to a new file, readable only by its
 * owner. To restore it, replace the database with it while no server is running.
 *
 * @throws StoreError when the file exists or has no room, or there is no database that can be used;
 *   then no file is left
 */
export const backUpDatabase = async (settings: DatabaseSettings, path: string): Promise<void> => {
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
