import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEBIBYTE } from '@dragoman/contract';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import { makeFolder } from '../files.js';
import {
  type MigrateOptions,
  type MigrationState,
  migrate,
  readMigrationState,
} from './migration-state.js';
import { LIBSQL_MIGRATIONS } from './migrations.js';
import type { Schema, SqlDatabase } from './schema.js';
import { StoreError } from './store-error.js';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const DAMAGED = /NOTADB|CORRUPT/;

const REASONS: readonly (readonly [RegExp, string])[] = [
  [DAMAGED, 'is damaged. Move it away and put a backup in its place'],
  [/FULL|ENOSPC/, 'cannot be written: the disk is full'],
  [/READONLY|EROFS/, 'cannot be written: it is read-only'],
  [/EACCES|EPERM/, 'cannot be read and written by this user'],
  [/EISDIR/, 'is a folder'],
  [/BUSY|LOCKED/, 'is locked by another program'],
  [/IOERR|CANTOPEN|EIO/, 'cannot be read or written: the disk is full or failing'],
];

/**
 * What went wrong with the file, for the person who has to fix it; other errors are not changed.
 */
export const explainFileError = (error: unknown, path: string): unknown => {
  if (error instanceof StoreError) return error;
  const reason = REASONS.find(([pattern]) => pattern.test(codeOf(error)))?.[1];
  return reason ? new StoreError(`The database ${path} ${reason}.`, { cause: error }) : error;
};

/**
 * Creates an empty file that only its owner may read; SQLite's additional files get the same mode.
 */
const prepareFile = (path: string): void => {
  makeFolder(dirname(path), 0o700);
  closeSync(openSync(path, 'a+', 0o600));
};

/**
 * Databases up to this size are checked as a whole, which takes about 4 ms per MiB. A larger one is
 * so large because of its translation memories: their segments are left out.
 */
const MAX_CHECKED_WHOLE_BYTES = 64 * MEBIBYTE;
const LARGE_TABLES = new Set(['memory_segments', 'memory_targets', 'memory_postings']);

/** What is wrong with the pages of the file; undefined for nothing. */
const findDamage = (connection: Database.Database, sizeBytes: number): string | undefined => {
  const check = (what: string): string => {
    const [row] = connection.pragma(`quick_check(${what})`) as readonly { quick_check: string }[];
    return row?.quick_check ?? 'it cannot be checked';
  };
  const results =
    sizeBytes <= MAX_CHECKED_WHOLE_BYTES ? [check('1')] : tables(connection).map(check);
  return results.find((result) => result !== 'ok');
};

const tables = (connection: Database.Database): readonly string[] => {
  const rows = connection.prepare("select name from sqlite_master where type = 'table'").all();
  return (rows as readonly { readonly name: string }[])
    .map(({ name }) => name)
    .filter((name) => !LARGE_TABLES.has(name));
};

/** How long the thread may be blocked waiting for another process. */
const BLOCKING_WAIT_MS = 20;
/** How long a write waits for the lock in total: clients wait five seconds for an answer. */
const TURN_TIMEOUT_MS = 4000;
const RETRY_MS = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

/**
 * Retries work while another process is writing, without blocking the thread.
 *
 * @throws what the work throws: immediately, or when the lock is not free within four seconds
 */
const retryWhileLocked = async <Result>(work: () => Result): Promise<Awaited<Result>> => {
  const deadline = performance.now() + TURN_TIMEOUT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
};

const MAX_STATEMENTS = 200;
/** A statement takes several times the memory of its text. */
const MAX_STATEMENT_CHARACTERS = 16_384;

/**
 * A database that keeps its statements prepared, because preparing a short query takes longer than
 * running it; the least recently used are evicted.
 */
const keepStatements = (database: Database.Database): SqliteDatabase => {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement: SqliteStatement = database.prepare(sql);
      if (sql.length <= MAX_STATEMENT_CHARACTERS) statements.set(sql, statement);
      return statement;
    },
  };
};

/**
 * SQLite for several processes. Transactions take the write lock when they begin: one that reads
 * first and writes later would fail when another process wrote in between.
 */
class SharedFileDriver extends SqliteDriver {
  readonly #database: Database.Database;
  /** What is not in a transaction is one by itself, and has to wait for the lock like one. */
  #connection: DatabaseConnection | undefined;

  constructor(database: Database.Database) {
    super({ database: keepStatements(database) });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#connection ??= {
      executeQuery: <Row>(query: CompiledQuery) =>
        this.#database.inTransaction
          ? connection.executeQuery<Row>(query)
          : retryWhileLocked(() => connection.executeQuery<Row>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    return this.#connection;
  }

  override async beginTransaction(): Promise<void> {
    await retryWhileLocked(() => this.#database.exec('begin immediate'));
  }

  override async rollbackTransaction(): Promise<void> {
    // If the disk is full, SQLite rolls back by itself; the original error must not be hidden.
    if (this.#database.inTransaction) this.#database.exec('rollback');
  }

  override async destroy(): Promise<void> {
    try {
      // Moves everything into one file, so that copying it is a backup.
      if (this.#database.open) this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // The rest is then in the write-ahead log; the next start reads both.
    }
    await super.destroy();
  }
}

class SharedFileDialect extends SqliteDialect {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new SharedFileDriver(this.#database);
  }
}

const PAGES_PER_CHECKPOINT = 250;

const connect = (path: string): Database.Database => {
  const connection = new Database(path, { timeout: BLOCKING_WAIT_MS });
  try {
    connection.pragma('journal_mode = WAL');
    // With a write-ahead log a killed process loses nothing; only a power failure may lose the last
    // transactions.
    connection.pragma('synchronous = NORMAL');
    // Moving a mebibyte from the log into the file holds up the thread for some milliseconds; the four
    // of the default, for 40.
    connection.pragma(`wal_autocheckpoint = ${PAGES_PER_CHECKPOINT}`);
    const damage = findDamage(connection, statSync(path).size);
    if (damage !== undefined) {
      throw new StoreError(
        `The database ${path} is damaged (${damage}). Move it away and put a backup in its place.`,
      );
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

const isDamage = (error: unknown): boolean => DAMAGED.test(codeOf(error));

export interface DamageWatch {
  /** Called with what to do, whenever a query finds that the file of the embedded database is damaged. */
  readonly onDamage?: (error: unknown) => void;
}

/**
 * Opens the embedded database, creating it if there is no file, and runs the migrations.
 * Several processes may open it.
 *
 * @throws StoreError when the file is damaged or cannot be used; it is not changed
 */
export const openLibsqlFile = async (
  path: string,
  { onDamage, ...options }: Partial<MigrateOptions> & DamageWatch = {},
): Promise<SqlDatabase> => {
  let connection: Database.Database | undefined;
  try {
    prepareFile(path);
    const opened = await retryWhileLocked(() => connect(path));
    connection = opened;
    const db = new Kysely<Schema>({
      dialect: new SharedFileDialect(opened),
      ...(onDamage && {
        log(event) {
          if (event.level === 'error' && isDamage(event.error)) {
            onDamage(explainFileError(event.error, path));
          }
        },
      }),
    });
    // The migrator takes no lock on SQLite; a write transaction around it is one.
    await retryWhileLocked(() => opened.exec('begin immediate'));
    await migrate(db, `The database ${path}`, { migrations: LIBSQL_MIGRATIONS, ...options });
    opened.exec('commit');
    return db;
  } catch (error) {
    connection?.close();
    throw explainFileError(error, path);
  }
};

/**
 * What the embedded database lacks; nothing is changed, and no file is made.
 *
 * @throws StoreError when the file is damaged or cannot be used
 */
export const readLibsqlState = async (path: string): Promise<MigrationState> => {
  if (!existsSync(path)) {
    return { executed: [], pending: Object.keys(LIBSQL_MIGRATIONS).toSorted(), unknown: [] };
  }
  let connection: Database.Database | undefined;
  try {
    connection = new Database(path, { timeout: BLOCKING_WAIT_MS });
    connection.pragma('query_only = on');
    const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
    return await readMigrationState(db, LIBSQL_MIGRATIONS);
  } catch (error) {
    throw explainFileError(error, path);
  } finally {
    connection?.close();
  }
};
