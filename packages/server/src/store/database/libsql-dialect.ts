import { setTimeout as sleep } from 'node:timers/promises';
import { type Driver, SqliteDialect, SqliteDriver } from 'kysely';
import type Database from 'libsql';

/** How long the thread may be held up waiting for another process. */
export const BLOCKING_WAIT_MS = 20;
/** How long a transaction waits for its turn altogether. */
const TURN_TIMEOUT_MS = 5000;
const RETRY_MS = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

/**
 * Runs work until no other process is writing, without holding up the thread.
 *
 * @throws what the work throws: at once, or when its turn does not come for five seconds
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
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(): Promise<void> {
    await inItsTurn(() => this.#database.exec('begin immediate'));
  }

  override async rollbackTransaction(): Promise<void> {
    // A full disk makes SQLite roll back by itself; what went wrong then must not be hidden.
    if (this.#database.inTransaction) this.#database.exec('rollback');
  }

  override async destroy(): Promise<void> {
    try {
      // Leaves everything in the one file, so that copying it is a backup.
      if (this.#database.open) this.#database.pragma('wal_checkpoint(TRUNCATE)');
    } catch {
      // The log beside the file then has the rest; the next start reads both.
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
