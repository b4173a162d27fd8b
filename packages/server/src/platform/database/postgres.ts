import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import {
  type MigrateOptions,
  type MigrationState,
  migrate,
  readMigrationState,
} from './migration-state.js';
import { POSTGRES_MIGRATIONS } from './migrations.js';
import type { Schema, SqlDatabase } from './schema.js';
import { DatabaseOutage, StoreError } from './store-error.js';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 2000;
/**
 * Maximum wait for a response; the database also ends a transaction that takes longer. A request
 * may need two queries, and clients wait for five seconds.
 */
const QUERY_TIMEOUT_MS = 2000;
/** At start, when another server may be running migrations. */
const MIGRATION_TIMEOUT_MS = 30_000;

/** 64-bit numbers arrive as text by default; ours all fit into a double. */
const parsers: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format),
};

/**
 * Provides connections, and discards those with an unanswered query: their transaction may still be
 * open, and the next one must not become part of it.
 */
const createPool = (
  url: string,
  queryTimeoutMs: number,
  more: pg.PoolConfig = {},
): PostgresPool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    statement_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: 2 * queryTimeoutMs,
    keepAlive: true,
    application_name: 'dragoman',
    types: parsers,
    ...more,
  });
  // An idle connection broke; the next query gets a new one.
  pool.on('error', () => {});
  return {
    async connect() {
      const client = await pool.connect();
      let isBroken = false;
      // Between two queries of a transaction, nobody else hears that the connection broke, and an
      // error that nobody hears would end the server.
      const noteBreak = () => {
        isBroken = true;
      };
      client.on('error', noteBreak);
      const query = async (sql: string, parameters: readonly unknown[]) => {
        // A rollback would not get a response; waiting for it would only take time.
        if (isBroken) throw new DatabaseOutage('The connection to the database is broken.');
        try {
          return await client.query(sql, [...parameters]);
        } catch (error) {
          isBroken ||= !(error instanceof pg.DatabaseError);
          throw error;
        }
      };
      const release = () => {
        client.off('error', noteBreak);
        client.release(isBroken);
      };
      // Kysely only uses this call unless results are streamed.
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    end: () => pool.end(),
  };
};

/** Where the database is, without the user and the password. */
const placeOf = (url: string): string => {
  try {
    const { host, pathname, searchParams } = new URL(url);
    return `${searchParams.get('host') ?? host}${pathname}`;
  } catch {
    return 'the configured address';
  }
};

const connect = (url: string, queryTimeoutMs: number, more?: pg.PoolConfig): SqlDatabase =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createPool(url, queryTimeoutMs, more) }),
  });

/** Runs work on a connection of its own; errors name the database, without the password. */
const onConnection = async <Result>(
  url: string,
  more: pg.PoolConfig,
  work: (db: SqlDatabase, where: string) => Promise<Result>,
): Promise<Result> => {
  const where = `The PostgreSQL database ${placeOf(url)}`;
  const db = connect(url, MIGRATION_TIMEOUT_MS, more);
  try {
    return await work(db, where);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`${where} cannot be used: ${reason}`, { cause: error });
  } finally {
    await db.destroy();
  }
};

/**
 * Connects to PostgreSQL and runs the migrations; several servers may do so at the same time.
 *
 * @param url `postgres://user:password@host:5432/database`
 * @throws StoreError when the database cannot be reached or used; it never shows the password
 */
export const openPostgres = async (
  url: string,
  options: Partial<MigrateOptions> = {},
): Promise<SqlDatabase> => {
  await onConnection(url, {}, (db, where) =>
    migrate(db, where, { migrations: POSTGRES_MIGRATIONS, ...options }),
  );
  return connect(url, QUERY_TIMEOUT_MS);
};

/**
 * What the database lacks; nothing is changed.
 *
 * @throws StoreError when the database cannot be reached or used
 */
export const readPostgresState = (url: string): Promise<MigrationState> =>
  onConnection(url, { options: '-c default_transaction_read_only=on' }, (db) =>
    readMigrationState(db, POSTGRES_MIGRATIONS),
  );
