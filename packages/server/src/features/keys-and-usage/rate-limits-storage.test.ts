import { silentLogger } from '@dragoman/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { connectRedis, type RedisConnection } from '../../platform/database/redis-connection.js';
import {
  hasRedis,
  type RedisServer,
  startRedis,
} from '../../platform/database/testing/redis-server.js';
import { createRateLimits, type RateLimits } from './rate-limits.js';
import { createSharedRateLimits } from './rate-limits-storage.js';
import { keyWith } from './testing/key-records.js';

describe('a Redis that is not there', () => {
  it('is named in the log at once, once', async () => {
    const said: string[] = [];
    const log = { ...silentLogger, warn: (_fields: object, what: string) => void said.push(what) };
    const connection = connectRedis('redis://127.0.0.1:1/0', log);
    await expect.poll(() => said).toEqual([expect.stringContaining('Redis does not respond')]);
    expect(await connection.run({ source: 'return 1', keys: [], values: [] })).toBeUndefined();
    expect(said).toHaveLength(1);
    connection.close();
  });
});

describe.skipIf(!hasRedis())('limits by the minute in Redis', () => {
  let server: RedisServer;
  const open: RedisConnection[] = [];
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server?.stop());
  afterEach(() => {
    for (const connection of open.splice(0)) connection.close();
  });

  const connect = (url = server.url): RateLimits => {
    const connection = connectRedis(url, silentLogger);
    open.push(connection);
    return createSharedRateLimits(
      connection,
      createRateLimits(() => 0),
    );
  };

  /** Seconds to wait, or 0 when it passed. */
  const wait = async (rateLimits: RateLimits, key: KeyRecord, requests: number, characters = 0) => {
    try {
      await rateLimits.take(key, { requests, characters });
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many_requests' });
      return (error as { retryAfterSeconds: number }).retryAfterSeconds;
    }
  };

  it('are shared by all servers', async () => {
    const [one, two] = [connect(), connect()];
    const key = keyWith({ requestsPerMinute: 2 }, 'shared');
    expect([await wait(one, key, 1), await wait(two, key, 1)]).toEqual([0, 0]);
    for (const rateLimits of [one, two]) {
      expect(await wait(rateLimits, key, 1)).toBeGreaterThan(20);
      expect(await wait(rateLimits, key, 1)).toBeLessThanOrEqual(30);
    }
    expect(await wait(one, keyWith({ requestsPerMinute: 2 }, 'other'), 1)).toBe(0);
  });

  it('never allow more than the limit, even with concurrent requests', async () => {
    const servers = [connect(), connect(), connect()];
    const key = keyWith({ requestsPerMinute: 7 }, 'hammered');
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, index) => wait(servers[index % 3] ?? connect(), key, 1)),
    );
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(7);
  });

  it('count characters, take nothing of what is turned away, and let a large text pass alone', async () => {
    const rateLimits = connect();
    const key = keyWith({ requestsPerMinute: 100, charactersPerMinute: 10 }, 'characters');
    expect(await wait(rateLimits, key, 1, 7)).toBe(0);
    expect(await wait(rateLimits, key, 1, 7)).toBeGreaterThan(0);
    expect(await wait(rateLimits, key, 1, 3)).toBe(0);
    const large = keyWith({ charactersPerMinute: 10 }, 'large');
    expect(await wait(rateLimits, large, 1, 25)).toBe(0);
    expect(await wait(rateLimits, large, 1, 1)).toBeGreaterThan(60);
    expect(await wait(rateLimits, keyWith({ requestsPerMinute: 0 }, 'none'), 1)).toBe(60);
    expect(await wait(rateLimits, keyWith({}, 'free'), 1, 1_000_000)).toBe(0);
  });

  it('are kept by each server alone while Redis is away', async () => {
    const rateLimits = connect();
    const key = keyWith({ requestsPerMinute: 1 }, 'outage');
    expect(await wait(rateLimits, key, 1)).toBe(0);
    await server.stop();
    // The server's own bucket is full yet.
    expect(await wait(rateLimits, key, 1)).toBe(0);
    expect(await wait(rateLimits, key, 1)).toBe(60);
    await server.restart();
    // Redis has forgotten what was before; it responds again, in seconds of its own clock.
    await expect.poll(() => wait(rateLimits, key, 1), { timeout: 10_000 }).toBe(0);
  });
});
