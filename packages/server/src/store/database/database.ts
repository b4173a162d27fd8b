import { join } from 'node:path';
import type { Configuration } from '../../config/index.js';
import { openLibsqlFile } from './libsql-file.js';
import type { SqlDatabase } from './schema.js';

/** Where the embedded database lies. */
export const databaseFileOf = (dataDirectory: string): string => join(dataDirectory, 'dragoman.db');

/** The settings that say where the database is. */
export type DatabaseSettings = Pick<Configuration, 'dataDirectory' | 'databaseUrl'>;

/**
 * Opens the configured database, with its tables up to date.
 *
 * @throws StoreError when it cannot be used
 */
export const openDatabase = async ({
  dataDirectory,
  databaseUrl,
}: DatabaseSettings): Promise<SqlDatabase> => {
  if (databaseUrl === undefined) return openLibsqlFile(databaseFileOf(dataDirectory));
  // Loading the client of PostgreSQL would delay every command that uses the other database.
  const { openPostgres } = await import('./postgres.js');
  return openPostgres(databaseUrl);
};
