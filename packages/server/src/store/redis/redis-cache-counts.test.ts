import { silentLogger } from '@dragoman/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../testing/redis-server.js';
import { type StallingProxy, startStallingProxy } from '../testing/stalling-proxy.js';
import { createSharedCacheCounts } from './redis-cache-counts.js';
import { connectRedis, type RedisConnection } from './redis-connection.js';

describe.skipIf(!hasRedis())('cache counts of several servers in Redis', () => {
  let redis: RedisServer;
  let proxy: StallingProxy;
  const open: RedisConnection[] = [];
  beforeAll(async () => {
    redis = await startRedis();
    proxy = await startStallingProxy({ port: Number(new URL(redis.url).port), host: '127.0.0.1' });
  });
  afterAll(async () => {
    await proxy?.stop();
    await redis?.stop();
  });
  afterEach(async () => {
    for (const connection of open.splice(0)) connection.close();
    // It keeps nothing, so the next test finds it empty.
    await redis.stop();
    await redis.restart();
  });

  /** A server with the given numbers of lookups. */
  const connect = (hits = 0, misses = 0) => {
    const own = { hits, misses };
    const connection = connectRedis(`redis://127.0.0.1:${proxy.port}`, silentLogger);
    open.push(connection);
    return { own, shared: createSharedCacheCounts(connection, () => ({ ...own })) };
  };

  it('add up, however often each server reports its own', async () => {
    const [one, two, three] = [connect(3, 4), connect(10, 20), connect()];
    for (const { shared } of [one, two, three, one, two]) await shared.read();
    expect(await three.shared.read()).toEqual({ hits: 13, misses: 24 });
    one.own.hits += 5;
    two.own.misses += 7;
    await Promise.all([one.shared.read(), two.shared.read()]);
    expect(await three.shared.read()).toEqual({ hits: 18, misses: 31 });
  });

  it('stay exact beyond what fits into 32 bits', async () => {
    const large = connect(2 ** 45, 1);
    expect(await large.shared.read()).toEqual({ hits: 2 ** 45, misses: 1 });
    await large.shared.stop();
    expect(await connect().shared.read()).toEqual({ hits: 2 ** 45, misses: 1 });
  });

  it('keep what stopped servers counted', async () => {
    const [one, two] = [connect(3, 4), connect(10, 20)];
    await one.shared.read();
    one.own.hits = 5;
    await one.shared.stop();
    await two.shared.stop();
    expect(await connect(1, 1).shared.read()).toEqual({ hits: 16, misses: 25 });
  });

  it('are unknown while Redis is away, and there again afterwards', async () => {
    const [one, two] = [connect(3, 4), connect(10, 20)];
    await one.shared.read();
    await two.shared.read();
    await redis.stop();
    expect(await one.shared.read()).toBeUndefined();
    await redis.restart();
    // Redis has forgotten everything; every server reports its totals again.
    await expect.poll(() => two.shared.read(), { timeout: 10_000 }).toBeDefined();
    await expect
      .poll(() => one.shared.read(), { timeout: 10_000 })
      .toEqual({ hits: 13, misses: 24 });
  });

  it('are unknown while Redis hangs, and hold nobody up', async () => {
    const { shared } = connect(3, 4);
    expect(await shared.read()).toEqual({ hits: 3, misses: 4 });
    proxy.stall();
    expect(await shared.read()).toBeUndefined();
    await shared.stop();
    proxy.resume();
  });
});
