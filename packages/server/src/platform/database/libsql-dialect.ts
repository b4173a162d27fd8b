import { setTimeout as sleep } from 'node:timers/promises';
import { type Driver, SqliteDialect, SqliteDriver } from 'kysely';
import type Database from 'libsql';
import { keepStatements } from './kept-statements.js';

/** How long the thread may be blocked waiting for another process. */
export const BLOCKING_WAIT_MS = 20;
/** How long a transaction waits for the lock in total. */
const TURN_TIMEOUT_MS = 5000;
const RETRY_MS = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

/**
 * Retries work while another process is writing, without blocking the thread.
 *
 * @throws what the work throws: immediately, or when the lock is not free within five seconds
 */
export const inItsTurn = async <Result>(work: () => Result): Promise<Result> => {
  const deadline = performance.now() + TURN_TIMEOUT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(RETRY_MS);
    }
  }
};

/**
 * SQLite for several processes. Transactions take the write lock when they begin: one that reads
 * first and writes later would fail when another process wrote in between.
 */
class SharedFileDriver extends SqliteDriver {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database: keepStatements(database) });
    this.#database = database;
  }

  override async beginTransaction(): Promise<void> {
    await inItsTurn(() => this.#database.exec('begin immediate'));
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

export class SharedFileDialect extends SqliteDialect {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new SharedFileDriver(this.#database);
  }
}
