import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import { type DatabaseSettings, openDatabase } from './database.js';
import { StoreError } from './store-error.js';

/**
 * Writes a complete, consistent copy of the embedded database to a new file, readable only by its
 * owner. To restore it, replace the database with it while no server is running.
 *
 * @throws StoreError when the file exists, or the database cannot be used
 */
export const backUpDatabase = async (settings: DatabaseSettings, path: string): Promise<void> => {
  if (settings.databaseUrl !== undefined) {
    throw new StoreError('The database is PostgreSQL; back it up with pg_dump.');
  }
  // The copy is written to an existing empty file and keeps its mode.
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StoreError(`${path} already exists; choose another file.`);
  });
  await file.close();
  const db = await openDatabase(settings);
  try {
    await sql`vacuum into ${path}`.execute(db);
  } finally {
    await db.destroy();
  }
};
