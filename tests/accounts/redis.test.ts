import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hasRedis,
  type RedisServer,
  startRedis,
} from '../../packages/server/dist/platform/database/testing/redis-server.js';
import { runDragoman } from '../support/run-command.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

// Several servers and commands, each a separate process.
vi.setConfig({ testTimeout: 90_000 });

const NOVEMBER = 'start_date=2026-11-01&end_date=2026-11-30';

describe.skipIf(!hasRedis())('servers that share a Redis', () => {
  let dataDirectory = '';
  let redis: RedisServer;
  const servers: TestServer[] = [];
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-redis-'));
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await redis.stop();
    await rm(dataDirectory, { recursive: true });
  });

  const start = async () => {
    const server = await startTestServer({
      dataDirectory,
      environment: { DRAGOMAN_ENGINES: 'fake', DRAGOMAN_REDIS_URL: redis.url },
    });
    servers.push(server);
    return server;
  };
  const makeKey = (name: string, ...more: readonly string[]) =>
    runDragoman(['keys', 'create', '--name', name, ...more], { DRAGOMAN_DATA_DIR: dataDirectory });
  const translate = async ({ url }: TestServer, key: string, text: string): Promise<number> => {
    const body = { text: [text], source_lang: 'EN', target_lang: 'ES' };
    return (await postTranslate({ url, key }, body)).status;
  };
  const read = async ({ url }: TestServer, key: string, path: string): Promise<string> => {
    const headers = { authorization: `Service-Auth-Key ${key}` };
    return (await fetch(`${url}${path}`, { headers })).text();
  };
  it('share the per-minute limits of a key', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const key = await makeKey('limited', '--requests-per-minute', '2');
    const statuses = [];
    for (const server of [one, two, one, two]) statuses.push(await translate(server, key, 'a'));
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await one.stop()).toBe(0);
  });

  it('count the lookups in their caches each by itself, in the metrics and the admin report', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const admin = await makeKey('admin', '--permissions', 'admin');
    const lookups = async (server: TestServer) => {
      const metrics = await read(server, server.key, '/metrics');
      const count = (result: string) =>
        new RegExp(`^dragoman_cache_lookups_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(
          metrics,
        );
      const report = JSON.parse(await read(server, admin, `/v2/admin/analytics?${NOVEMBER}`));
      return [Number(count('hit')?.[1]), Number(count('miss')?.[1]), report.cache_report];
    };
    for (const text of ['same', 'same', 'same', 'other']) await translate(one, one.key, text);
    for (const text of ['same', 'same']) await translate(two, two.key, text);
    expect(await lookups(one)).toEqual([2, 2, { counted_by: 'this_server', hits: 2, misses: 2 }]);
    expect(await lookups(two)).toEqual([1, 1, { counted_by: 'this_server', hits: 1, misses: 1 }]);
  });

  it('translate on while Redis is away, each limiting alone', async () => {
    const server = await start();
    const limited = await makeKey('limited', '--requests-per-minute', '2');
    expect(await translate(server, limited, 'a')).toBe(200);
    await redis.stop();
    const statuses = [];
    for (const text of ['a', 'b', 'c']) statuses.push(await translate(server, limited, text));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await translate(server, server.key, 'a')).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
