import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { PlatformConfiguration } from '../configuration/service-settings.js';
import { type DamageWatch, openLibsqlFile, readLibsqlState } from './libsql-file.js';
import type { MigrateOptions, MigrationState } from './migration-state.js';
import type { SqlDatabase } from './schema.js';

/** Where the embedded database lies. */
const databaseFileOf = (dataDirectory: string): string => join(dataDirectory, 'dragoman.db');

/** The settings that say where the database is. */
export type DatabaseSettings = Pick<PlatformConfiguration, 'dataDirectory' | 'databaseUrl'>;

/**
 * The path of the embedded database if there is none yet, or an empty one: opening it makes one.
 * Undefined otherwise, and for PostgreSQL.
 */
export const missingDatabaseOf = ({
  dataDirectory,
  databaseUrl,
}: DatabaseSettings): string | undefined => {
  if (databaseUrl !== undefined) return undefined;
  const path = databaseFileOf(dataDirectory);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return bytes === 0 ? path : undefined;
};

/** Loading the client of PostgreSQL would delay every command that uses the other database. */
const loadPostgres = () => import('./postgres.js');

/**
 * Opens the configured database, with its tables up to date.
 *
 * @throws StoreError when it cannot be used
 */
export const openDatabase = async (
  { dataDirectory, databaseUrl }: DatabaseSettings,
  options?: Partial<MigrateOptions> & DamageWatch,
): Promise<SqlDatabase> =>
  databaseUrl === undefined
    ? openLibsqlFile(databaseFileOf(dataDirectory), options)
    : (await loadPostgres()).openPostgres(databaseUrl, options);

/**
 * What the configured database lacks. It is only read.
 *
 * @throws StoreError when it cannot be used
 */
export const readDatabaseState = async ({
  dataDirectory,
  databaseUrl,
}: DatabaseSettings): Promise<MigrationState> =>
  databaseUrl === undefined
    ? readLibsqlState(databaseFileOf(dataDirectory))
    : (await loadPostgres()).readPostgresState(databaseUrl);
