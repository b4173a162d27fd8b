import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as deepl from 'deepl-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../packages/server/dist/platform/database/testing/free-port.js';
import { connect } from '../support/clients/official-client.js';
import { runDragoman } from '../support/run-command.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

// Several servers, each a separate process, and commands in another one.
vi.setConfig({ testTimeout: 90_000 });

const TEXT = 'The house 😀'; // 11 code points, 12 UTF-16 units
const body = { text: [TEXT], source_lang: 'EN', target_lang: 'ES' };

let dataDirectory = '';
let servers: TestServer[] = [];
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-accounts-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await rm(dataDirectory, { recursive: true });
});

const start = async (environment: Readonly<Record<string, string | undefined>> = {}) => {
  const server = await startTestServer({
    dataDirectory,
    environment: { DRAGOMAN_ENGINES: 'fake', ...environment },
  });
  servers.push(server);
  return server;
};

const kill = async (server: TestServer) => {
  servers = servers.filter((other) => other !== server);
  await server.stop('SIGKILL');
};

const keys = (...args: readonly string[]): Promise<string> =>
  runDragoman(['keys', ...args], { DRAGOMAN_DATA_DIR: dataDirectory });

/** Servers report usage to the database once a second. */
const untilReported = async (name: string, count: number): Promise<void> => {
  const recorded = async () => JSON.parse(await keys('show', name, '--json'));
  await expect.poll(recorded, { timeout: 30_000 }).toMatchObject({ characters_this_month: count });
};

const characters = async (server: Pick<TestServer, 'url'>, key: string) => {
  const client = connect(server, key);
  return (await client.getUsage()).character;
};

const statusOf = async (server: Pick<TestServer, 'url'>, key: string): Promise<number> =>
  (await postTranslate({ url: server.url, key }, body)).status;

describe('accounts', () => {
  it('are made, used up and revoked while the server runs', async () => {
    const server = await start();
    const key = await keys('create', 'web team', '--plan', 'free', '--limit', '30');
    expect(key).toMatch(/^[0-9a-f-]{36}:fx$/);
    const client = connect(server, key);
    expect((await client.getUsage()).character).toEqual({ count: 0, limit: 30 });
    await client.translateText(TEXT, 'en', 'es');
    await client.translateText(TEXT, 'en', 'es');
    expect((await client.getUsage()).character).toEqual({ count: 22, limit: 30 });
    await expect(client.translateText(TEXT, 'en', 'es')).rejects.toBeInstanceOf(
      deepl.QuotaExceededError,
    );
    expect((await client.getUsage()).character?.count).toBe(22);

    await keys('limit', '--name', 'web team', '--characters', '33');
    await expect.poll(() => statusOf(server, key)).toBe(200);
    await expect.poll(() => characters(server, key)).toEqual({ count: 33, limit: 33 });

    const rotated = await keys('rotate', 'web team');
    await expect.poll(() => statusOf(server, key)).toBe(403);
    expect(await characters(server, rotated)).toEqual({ count: 33, limit: 33 });
    await keys('revoke', 'web team');
    await expect.poll(() => statusOf(server, rotated)).toBe(403);

    const before = '2020-01-31';
    expect(await keys('shorten-audit', '--before', before)).toBe(
      `removed from the audit log: 0 changes from before ${before}`,
    );
    for (const wrong of ['2020-02-30', 'yesterday', '9999-01-01']) {
      await expect(keys('shorten-audit', '--before', wrong)).rejects.toThrow();
    }
  });

  it('are limited together, as the official client sees it', async () => {
    const server = await start({ DRAGOMAN_ACCOUNT_CHARACTERS_PER_MONTH: '30' });
    const [one, two] = [
      await keys('create', '--name', 'one'),
      await keys('create', '--name', 'two'),
    ];
    const [client, other] = [one, two].map((key) => connect(server, key)) as [
      deepl.DeepLClient,
      deepl.DeepLClient,
    ];
    expect((await client.getUsage()).character).toEqual({ count: 0, limit: 30 });
    await client.translateText(TEXT, 'en', 'es');
    await other.translateText(TEXT, 'en', 'es');
    const usage = await client.getUsage();
    expect(usage.character).toEqual({ count: 22, limit: 30 });
    expect(usage.anyLimitReached()).toBe(false);
    await expect(client.translateText(TEXT, 'en', 'es')).rejects.toBeInstanceOf(
      deepl.QuotaExceededError,
    );
    await other.translateText('8 signs.', 'en', 'es');
    expect((await client.getUsage()).anyLimitReached()).toBe(true);
  });

  it('are never found in the database or the log in a form that opens anything', async () => {
    const server = await start({ DRAGOMAN_LOG_LEVEL: 'trace' });
    const key = await keys('create', '--name', 'web team');
    expect(await statusOf(server, key)).toBe(200);
    await server.stop();
    const database = await readFile(join(dataDirectory, 'dragoman.db'), 'latin1');
    for (const place of [database, server.output(), await keys('list'), await keys('audit')]) {
      expect(place).not.toContain(key.slice(9));
      expect(place).not.toContain('The house');
    }
  });

  it('appear in the log, with texts and translations, if the operator enables it', async () => {
    const key = await keys('create', '--name', 'web team');
    const server = await start({ DRAGOMAN_LOG_DETAILS: 'texts,keys' });
    expect(await statusOf(server, key)).toBe(200);
    await server.stop();
    expect(server.output()).not.toContain(key.slice(9));
    const lines = server.output().split('\n');
    const [line] = lines.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      route: '/v2/translate',
      keyName: 'web team',
      keyHint: `${key.slice(0, 8)}…`,
      texts: [TEXT],
      translations: [TEXT],
    });
  });

  it('keep the first key over a restart, revoked or not', async () => {
    const environment = { DRAGOMAN_AUTH_KEY: undefined };
    const first = await start(environment);
    const key = (await readFile(join(dataDirectory, 'auth-key'), 'utf8')).trim();
    expect(await statusOf(first, key)).toBe(200);
    await first.stop();
    const second = await start(environment);
    expect(second.output()).toContain('stored in');
    expect(await statusOf(second, key)).toBe(200);
    const rotated = await keys('rotate', 'first key');
    expect((await readFile(join(dataDirectory, 'auth-key'), 'utf8')).trim()).toBe(rotated);
    await expect.poll(() => statusOf(second, key)).toBe(403);
    expect(await statusOf(second, rotated)).toBe(200);
    await keys('revoke', 'first');
    await second.stop();
    const third = await start(environment);
    expect(third.output()).toContain('dragoman keys create');
    expect(await statusOf(third, rotated)).toBe(403);
  });

  it('lose nothing in a clean stop or by kill -9', async () => {
    const key = await keys('create', '--name', 'counted', '--plan', 'free');
    const first = await start();
    for (let sent = 0; sent < 20; sent++) expect(await statusOf(first, key)).toBe(200);
    await first.stop();
    const second = await start();
    expect(await characters(second, key)).toMatchObject({ count: 220 });
    expect(await statusOf(second, key)).toBe(200);
    expect(await characters(second, key)).toMatchObject({ count: 231 });
    await kill(second);
    const third = await start();
    // What the second one had not reported yet is in its journal, which is read when that has not been
    // touched for ten seconds.
    await expect
      .poll(() => characters(third, key), { timeout: 60_000, interval: 250 })
      .toMatchObject({ count: 231 });
  });

  it('are exact when two servers share the folder and one key is hammered on both', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const counted = await keys('create', '--name', 'counted', '--plan', 'free');
    const limited = await keys('create', '--name', 'limited', '--plan', 'free', '--limit', '3333');
    const hammer = async (key: string, server: TestServer) => {
      const statuses = [];
      for (let sent = 0; sent < 50; sent++) statuses.push(await statusOf(server, key));
      return statuses;
    };
    const all = async (key: string) =>
      (
        await Promise.all(
          [one, two, one, two, one, two, one, two].map((server) => hammer(key, server)),
        )
      ).flat();
    expect(new Set(await all(counted))).toEqual(new Set([200]));
    const statuses = await all(limited);
    expect(statuses.filter((status) => status === 200)).toHaveLength(303);
    expect(statuses.filter((status) => status === 456)).toHaveLength(97);
    await Promise.all([one.stop(), two.stop()]);
    const after = await start();
    expect(await characters(after, counted)).toMatchObject({ count: 4400 });
    expect(await characters(after, limited)).toEqual({ count: 3333, limit: 3333 });
  });

  it('come back from a backup made while the server runs', async () => {
    const key = await keys('create', '--name', 'kept', '--plan', 'free');
    const server = await start();
    expect(await statusOf(server, key)).toBe(200);
    expect(await characters(server, key)).toMatchObject({ count: 11 });
    await untilReported('kept', 11);
    const backup = join(dataDirectory, 'backup.db');
    await runDragoman(['backup', backup], { DRAGOMAN_DATA_DIR: dataDirectory });
    expect(await statusOf(server, key)).toBe(200);
    await server.stop();
    const file = join(dataDirectory, 'dragoman.db');
    await writeFile(file, 'a disk gone wrong');
    await expect(start()).rejects.toThrow(`The database ${file} is damaged`);
    expect(await readFile(file, 'utf8')).toBe('a disk gone wrong');
    await copyFile(backup, file);
    expect(await characters(await start(), key)).toMatchObject({ count: 11 });
  });

  it('are missed where the database is gone and the data folder is not', async () => {
    const withOwnKey = { DRAGOMAN_AUTH_KEY: undefined };
    const first = await start(withOwnKey);
    expect(first.output()).not.toContain('the database is new');
    await first.stop();
    await rm(join(dataDirectory, 'dragoman.db'));
    expect((await start(withOwnKey)).output()).toContain('the database is new');
  });

  it('stay at the base address of their plan, by host name', async () => {
    const { paid, free } = await onePerPlan();
    const server = await start({
      DRAGOMAN_BASE_URL: '127.0.0.1',
      DRAGOMAN_FREE_BASE_URL: 'localhost',
      DRAGOMAN_REGION: 'eu-1',
    });
    const other = { url: server.url.replace('127.0.0.1', 'localhost') };
    expect(await statusOf(server, paid)).toBe(200);
    expect(await statusOf(other, free)).toBe(200);
    const refused = await postTranslate({ url: server.url, key: free }, body);
    expect(refused.status).toBe(403);
    expect(refused.headers.get('x-region')).toBe('eu-1');
    expect(await refused.json()).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining('keys of the free plan belong to localhost'),
    });
    expect(await statusOf(other, paid)).toBe(403);
  });

  it('stay at the base address of their plan, by port', async () => {
    const { paid, free } = await onePerPlan();
    const [port, portOfFree] = [await freePort(), await freePort()];
    const server = await startTestServer({
      dataDirectory,
      flags: ['--port', String(port)],
      environment: {
        DRAGOMAN_ENGINES: 'fake',
        DRAGOMAN_BASE_URL: String(port),
        DRAGOMAN_FREE_BASE_URL: `:${portOfFree}`,
      },
    });
    servers.push(server);
    const other = { url: `http://127.0.0.1:${portOfFree}` };
    expect(await statusOf(server, paid)).toBe(200);
    expect(await statusOf(other, free)).toBe(200);
    expect(await statusOf(server, free)).toBe(403);
    expect(await statusOf(other, paid)).toBe(403);
    expect(await server.stop()).toBe(0);
  });
});

const onePerPlan = async () => ({
  paid: await keys('create', '--name', 'paid'),
  free: await keys('create', '--name', 'free', '--plan', 'free'),
});
