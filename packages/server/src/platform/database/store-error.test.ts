import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { DatabaseOutage, withOutages } from './store-error.js';

const store = withOutages({
  async ask(error: unknown): Promise<void> {
    throw error;
  },
});

describe('a store', () => {
  it.each([
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND database'],
    ['08006', 'connection failure'],
    ['53300', 'sorry, too many clients already'],
    ['57014', 'canceling statement due to statement timeout'],
    ['57P01', 'terminating connection due to administrator command'],
    ['40P01', 'deadlock detected'],
    ['SQLITE_BUSY', 'database is locked'],
    ['SQLITE_IOERR_WRITE', 'disk I/O error'],
    ['SQLITE_FULL', 'database or disk is full'],
    [undefined, 'Connection terminated unexpectedly'],
    [undefined, 'timeout exceeded when trying to connect'],
    [undefined, 'Query read timeout'],
    [undefined, 'Client has encountered a connection error and is not queryable'],
    [undefined, 'Cannot use a pool after calling end on the pool'],
    [undefined, 'driver has already been destroyed'],
  ])(
    'reports an outage of its database (%s) as unavailable, with the cause',
    async (code, message) => {
      const cause = Object.assign(new Error(message), code !== undefined && { code });
      const error = await store.ask(cause).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(DatabaseOutage);
      expect((error as Error).cause).toBe(cause);
    },
  );

  it('reports an outage that its driver noticed itself as it is', async () => {
    const outage = new DatabaseOutage('The connection to the database is broken.');
    await expect(store.ask(outage)).rejects.toBe(outage);
  });

  it('does not call a mistake of the program an outage', async () => {
    const mistake = new TypeError('undefined is not a function');
    await expect(store.ask(mistake)).rejects.toBe(mistake);
  });

  it.each([
    ['42703', 'column "tokens" does not exist'],
    ['23505', 'duplicate key value violates unique constraint "timeout"'],
    ['SQLITE_CONSTRAINT_PRIMARYKEY', 'UNIQUE constraint failed: api_keys.id'],
    ['SQLITE_ERROR', 'no such column: tokens'],
    [undefined, 'no result'],
    [undefined, 'connection is not defined'],
    [undefined, 'the migration "pool" is missing'],
  ])('does not call a wrong statement (%s) an outage', async (code, message) => {
    const mistake = Object.assign(new Error(message), code !== undefined && { code });
    await expect(store.ask(mistake)).rejects.toBe(mistake);
  });

  it('does not call a request that it refuses an outage', async () => {
    const refusal = new AppError('invalid_parameter');
    await expect(store.ask(refusal)).rejects.toBe(refusal);
  });
});
