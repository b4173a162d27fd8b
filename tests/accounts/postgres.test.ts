import autocannon from 'autocannon';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  hasPostgres,
  type PostgresCluster,
  startPostgres,
} from '../../packages/server/src/store/testing/postgres-cluster.js';
import { freePort } from '../support/free-port.js';
import { hasNginx, startNginx } from '../support/nginx.js';
import { runDragoman } from '../support/run-command.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

const TEXT = 'The house 😀'; // 11 code points
const body = { text: [TEXT], source_lang: 'EN', target_lang: 'ES' };

describe.skipIf(!hasPostgres())('servers that share a PostgreSQL database', () => {
  let cluster: PostgresCluster;
  let databaseUrl = '';
  const servers: TestServer[] = [];
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster?.remove());
  beforeEach(() => {
    databaseUrl = cluster.createDatabase();
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    cluster.dropDatabase(databaseUrl);
  });

  const start = async (environment: Readonly<Record<string, string | undefined>> = {}) => {
    const server = await startTestServer({
      environment: {
        DRAGOMAN_ENGINES: 'fake',
        DRAGOMAN_DATABASE_URL: databaseUrl,
        DRAGOMAN_LOG_LEVEL: 'warn',
        ...environment,
      },
    });
    servers.push(server);
    return server;
  };
  const keys = (...args: readonly string[]): Promise<string> =>
    runDragoman(['keys', ...args], { DRAGOMAN_DATABASE_URL: databaseUrl });
  const makeKey = (name: string, ...more: readonly string[]) =>
    keys('create', '--name', name, '--plan', 'free', ...more);
  const usedBy = async (name: string): Promise<number> =>
    JSON.parse(await keys('show', name, '--json')).characters_this_month;
  const statusOf = async (url: string, key: string): Promise<number> =>
    (await postTranslate({ url, key }, body)).status;
  const usageAt = async (url: string, key: string) =>
    (
      await fetch(`${url}/v2/usage`, { headers: { authorization: `Service-Auth-Key ${key}` } })
    ).json();

  it('have one first key together', async () => {
    const environment = { DRAGOMAN_AUTH_KEY: undefined };
    const outputs = (await Promise.all([start(environment), start(environment)])).map((server) =>
      server.output(),
    );
    expect(outputs.filter((output) => output.includes('made now'))).toHaveLength(1);
    expect(outputs.filter((output) => output.includes('dragoman keys create'))).toHaveLength(1);
    expect(JSON.parse(await keys('list', '--json')).keys).toHaveLength(1);
  });

  it.skipIf(!hasNginx())('count one hammered key exactly behind one nginx', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const counted = await makeKey('counted');
    const limited = await makeKey('limited', '--limit', '5555');
    const proxy = await startNginx(await freePort(), [one.url, two.url]);
    try {
      const hammer = (key: string) =>
        autocannon({
          url: `${proxy.url}/v2/translate`,
          method: 'POST',
          headers: {
            authorization: `Service-Auth-Key ${key}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
          connections: 8,
          amount: 1000,
          timeout: 20,
        });
      expect((await hammer(counted)).statusCodeStats).toEqual({ 200: { count: 1000 } });
      expect((await hammer(limited)).statusCodeStats).toEqual({
        200: { count: 505 },
        456: { count: 495 },
      });
      await Promise.all([one.stop(), two.stop()]);
      expect(await usedBy('counted')).toBe(11_000);
      expect(await usedBy('limited')).toBe(5555);
    } finally {
      await proxy.stop();
    }
  });

  it('go on with known keys while the database is away, and make up for it', async () => {
    const server = await start();
    const [known, unknown, limited] = [
      await makeKey('known'),
      await makeKey('unknown'),
      await makeKey('limited', '--limit', '10000'),
    ];
    const admin = await keys('create', '--name', 'admin', '--permissions', 'admin');
    expect(await statusOf(server.url, known)).toBe(200);
    expect(await usageAt(server.url, admin)).toMatchObject({ character_count: 11 });
    expect(await usageAt(server.url, limited)).toEqual({
      character_count: 0,
      character_limit: 10_000,
    });
    await cluster.crash();
    let sent = 1;
    const until = performance.now() + 5000;
    while (performance.now() < until) {
      expect(await statusOf(server.url, known)).toBe(200);
      sent++;
    }
    for (const path of ['usage', 'admin/developer-keys']) {
      const headers = { authorization: `Service-Auth-Key ${path === 'usage' ? known : admin}` };
      const answer = await fetch(`${server.url}/v2/${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 503]);
    }
    for (const key of [unknown, limited]) {
      const answer = await postTranslate({ url: server.url, key }, body);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    await cluster.restart();
    await expect.poll(() => statusOf(server.url, unknown), { timeout: 10_000 }).toBe(200);
    await expect.poll(() => statusOf(server.url, limited), { timeout: 10_000 }).toBe(200);
    await expect.poll(() => usedBy('known'), { timeout: 10_000 }).toBe(sent * 11);
  });

  it('say what is wrong when there is no database, and never the password', async () => {
    const url = `postgres://user:secret-password@127.0.0.1:${await freePort()}/nowhere`;
    const failed = start({ DRAGOMAN_DATABASE_URL: url });
    await expect(failed).rejects.toThrow(
      /The PostgreSQL database 127\.0\.0\.1:\d+\/nowhere cannot/,
    );
    await expect(failed).rejects.not.toThrow('secret-password');
  });
});
