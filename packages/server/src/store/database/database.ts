import { join } from 'node:path';
import type { Configuration } from '../../config/index.js';
import { openLibsqlFile } from './libsql-file.js';
import { openPostgres } from './postgres.js';
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
export const openDatabase = ({
  dataDirectory,
  databaseUrl,
}: DatabaseSettings): Promise<SqlDatabase> =>
  databaseUrl === undefined
    ? openLibsqlFile(databaseFileOf(dataDirectory))
    : openPostgres(databaseUrl);
