import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../../testing/test-app.js';
import { openTestStores } from '../database/testing/test-stores.js';

const accounts = await openTestStores();
afterAll(() => accounts.close());
const apps: FastifyInstance[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

const createApp = async (settings = {}): Promise<FastifyInstance> => {
  const app = await createTestApp({ accounts, settings: { authKey: 'the-key', ...settings } });
  apps.push(app);
  return app;
};

describe('an address that guesses keys', () => {
  const ask = (app: FastifyInstance, key: string, remoteAddress = '192.0.2.1', headers = {}) =>
    app.inject({
      url: '/v2/usage',
      headers: { authorization: `Service-Auth-Key ${key}`, ...headers },
      remoteAddress,
    });
  const guess = async (app: FastifyInstance, count: number, remoteAddress?: string) => {
    const statuses: number[] = [];
    for (let number = 0; number < count; number++) {
      statuses.push((await ask(app, `guess-${number}`, remoteAddress)).statusCode);
    }
    return statuses;
  };

  it('has to wait after sixty wrong ones in a minute', async () => {
    const app = await createApp();
    const statuses = await guess(app, 100);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(403));
    expect(statuses.slice(60)).toEqual(Array(40).fill(429));
    const refused = await ask(app, 'the-key');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('locks out no other address, and no key that was right from its own', async () => {
    const app = await createApp();
    expect((await ask(app, 'the-key')).statusCode).toBe(200);
    await guess(app, 100);
    expect((await ask(app, 'the-key')).statusCode).toBe(200);
    expect((await ask(app, 'the-key', '192.0.2.2')).statusCode).toBe(200);
  });

  it('is the whole network of an IPv6 address', async () => {
    const app = await createApp();
    await guess(app, 60, '2001:db8:1:2::1');
    expect((await ask(app, 'the-key', '2001:db8:1:2:3::9')).statusCode).toBe(429);
    expect((await ask(app, 'the-key', '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  it.each(['192.0.2.7', '192.0.2.7:51234', '203.0.113.1, 192.0.2.7', '192.0.2.7, 10.0.0.2:443'])(
    'is the one that trusted proxies report: %s',
    async (reported) => {
      const app = await createApp({ trustedProxies: ['10.0.0.0/8'] });
      const forwarded = { 'x-forwarded-for': reported };
      for (let number = 0; number < 60; number++) {
        await ask(app, `guess-${number}`, '10.0.0.1', forwarded);
      }
      expect((await ask(app, 'the-key', '10.0.0.1', forwarded)).statusCode).toBe(429);
      const other = { 'x-forwarded-for': '192.0.2.8' };
      expect((await ask(app, 'the-key', '10.0.0.1', other)).statusCode).toBe(200);
    },
  );

  it('is that of the connection, whatever it claims without being trusted', async () => {
    const app = await createApp({ trustedProxies: ['10.0.0.0/8'] });
    for (let number = 0; number < 60; number++) {
      await ask(app, `guess-${number}`, '192.0.2.1', { 'x-forwarded-for': `198.51.100.${number}` });
    }
    const refused = await ask(app, 'the-key', '192.0.2.1', { 'x-forwarded-for': '10.0.0.1' });
    expect(refused.statusCode).toBe(429);
  });

  it('is that of a trusted proxy which reports none', async () => {
    const app = await createApp({ trustedProxies: ['10.0.0.0/8'] });
    for (let number = 0; number < 60; number++) {
      await ask(app, `guess-${number}`, '10.0.0.1', { 'x-forwarded-for': `unknown-${number}` });
    }
    expect((await ask(app, 'the-key', '10.0.0.1')).statusCode).toBe(429);
  });

  it('may try again after the minute', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const app = await createApp();
    await guess(app, 61);
    vi.advanceTimersByTime(60_000);
    expect((await ask(app, 'the-key')).statusCode).toBe(200);
  });

  it('is slowed down on the routes of other servers, too', async () => {
    const app = await createApp();
    const payload = { q: 'house', source: 'en', target: 'es', api_key: 'wrong' };
    const statuses: number[] = [];
    for (let number = 0; number < 61; number++) {
      const answer = await app.inject({ method: 'POST', url: '/translate', payload });
      statuses.push(answer.statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a page of another site', () => {
  const OPEN_ROUTES = ['/health/live', '/health/ready', '/openapi.json', '/docs', '/languages'];
  const get = async (url: string, headers: Readonly<Record<string, string>>) =>
    (await (apps[0] ?? (await createApp())).inject({ url, headers })).statusCode;

  it.each(OPEN_ROUTES)('cannot read %s', async (url) => {
    const headers = { host: 'localhost:3030', 'sec-fetch-site': 'cross-site' };
    expect(await get(url, { ...headers, 'sec-fetch-mode': 'cors' })).toBe(403);
    expect(await get(url, { ...headers, 'sec-fetch-mode': 'no-cors' })).toBe(403);
  });

  it.each(OPEN_ROUTES)(
    'cannot read %s through a name of its own that means this machine',
    async (url) => {
      expect(await get(url, { host: 'attacker.example:3030' })).toBe(403);
    },
  );

  it.each(OPEN_ROUTES)('takes %s from nobody else', async (url) => {
    for (const host of ['localhost:3030', '127.0.0.1:3030', '[::1]:3030', 'my-server:3030']) {
      expect(await get(url, { host })).toBe(200);
    }
  });

  const FORWARDED = [
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=192.0.2.1' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '192.0.2.1' },
  ];

  it.each(OPEN_ROUTES)('cannot pretend to be a proxy to read %s', async (url) => {
    for (const headers of FORWARDED) {
      expect(await get(url, { host: 'attacker.example:3030', ...headers })).toBe(403);
    }
  });

  it('learns nothing of a proxy that is trusted', async () => {
    const app = await createApp({ trustedProxies: ['127.0.0.1'] });
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await app.inject({ url: '/health/live', headers })).statusCode;
    for (const headers of FORWARDED) {
      expect(await statusOf({ host: 'translate.example', ...headers })).toBe(200);
    }
    expect(await statusOf({ host: 'attacker.example' })).toBe(403);
  });

  it('is told which setting names a proxy', async () => {
    const app = await createApp();
    const headers = { host: 'translate.example', 'x-forwarded-for': '192.0.2.1' };
    const { message } = (await app.inject({ url: '/health/live', headers })).json();
    expect(message).toContain('DRAGOMAN_TRUSTED_PROXIES');
  });

  it('may link to the documentation', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await get('/docs', { host: 'localhost:3030', ...link })).toBe(200);
  });

  it('have the address that they used in the documentation, however often it is read', async () => {
    const app = await createApp();
    const read = async (host: string) =>
      (await app.inject({ url: '/docs', headers: { host } })).body;
    for (const host of ['localhost:3030', 'translate.localhost', '[::1]:8080', 'localhost:3030']) {
      const page = await read(host);
      expect(page.match(/https?:\/\/[^/\s<]+\/v2\/translate/)?.[0]).toBe(
        `http://${host}/v2/translate`,
      );
      expect(page).not.toContain('.invalid');
      expect(page.endsWith('</html>\n')).toBe(true);
    }
  });

  it('cannot translate without a key where programs on this machine can', async () => {
    const app = await createApp({ compatibilityKeys: 'remote' });
    const translate = async (headers: Readonly<Record<string, string>>) => {
      const payload = { q: 'house', source: 'en', target: 'es' };
      const request = { method: 'POST', url: '/translate', payload } as const;
      return (await app.inject({ ...request, headers: { host: 'localhost:3030', ...headers } }))
        .statusCode;
    };
    expect(await translate({})).toBe(200);
    expect(await translate({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toBe(403);
    expect(await translate({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' })).toBe(403);
  });
});
