import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

let accounts: Stores;
let app: FastifyInstance;
beforeAll(async () => {
  accounts = await openTestStores();
  app = await createTestApp({
    accounts,
    settings: {
      page: 'on',
      pageRequestsPerMinute: 2,
      authKey: 'test-key-1234567',
      trustedProxies: ['10.0.0.1'],
    },
  });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});

const post = (url: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: { text: ['The house.'], source_lang: 'EN', target_lang: 'ES' },
  });

describe('the limits of a visitor', () => {
  it('hold for words and alternatives, too', async () => {
    const first = await Promise.all([post('/session/alternatives'), post('/session/words')]);
    expect(first.map(({ statusCode }) => statusCode)).not.toContain(429);
    for (const path of ['alternatives', 'words', 'words/model', 'words/required']) {
      const refused = await post(`/session/${path}`);
      expect(refused.statusCode, path).toBe(429);
      expect(refused.headers['retry-after']).toBeDefined();
    }
    expect((await app.inject({ url: '/' })).statusCode).toBe(200);
  });
});

describe('the characters of a visitor', () => {
  const body = JSON.stringify({ name: 'x'.repeat(500), dictionaries: [] });
  const packed = gzipSync(body);

  it.each<[string, Readonly<Record<string, string>>, Buffer | Readable]>([
    ['of a known length', {}, Buffer.from(body)],
    ['that does not say its length', {}, Readable.from([body])],
    ['that is compressed', { 'content-encoding': 'gzip' }, packed],
  ])('are all that it sends, also in a body %s', async (_, headers, payload) => {
    const small = await createTestApp({
      accounts,
      settings: { page: 'on', pageCharactersPerMinute: 100 },
    });
    const send = async (coding: typeof headers, payload: Buffer | Readable) => {
      const answer = await small.inject({
        method: 'POST',
        url: '/session/glossaries',
        headers: {
          host: 'localhost',
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          ...coding,
        },
        payload,
      });
      return answer.statusCode;
    };
    expect(await send(headers, payload)).toBe(201);
    // The first one has taken more than there is.
    expect(await send({}, Buffer.from('{"name":"y","dictionaries":[]}'))).toBe(429);
    await small.close();
  });
});

describe('the limit of a session', () => {
  it('is one for translations, words and languages', async () => {
    const HOME = { 'sec-fetch-site': 'same-origin' };
    const opened = await app.inject({
      url: '/session/languages',
      headers: HOME,
      remoteAddress: '192.0.2.9',
    });
    const cookie = String(opened.headers['set-cookie']).split(';', 1)[0] ?? '';
    const statusOf = async (path: string) =>
      (
        await app.inject({
          method: 'POST',
          url: `/session/${path}`,
          headers: { ...HOME, cookie },
          payload: { text: ['The house.'], source_lang: 'EN', target_lang: 'ES' },
          remoteAddress: '192.0.2.9',
        })
      ).statusCode;
    expect(await statusOf('translate')).toBe(200);
    expect([await statusOf('translate'), await statusOf('alternatives')]).toEqual([429, 429]);
    // Somebody else at the same address has a limit of their own.
    const others = await app.inject({
      url: '/session/languages',
      headers: HOME,
      remoteAddress: '192.0.2.9',
    });
    expect(others.statusCode).toBe(200);
  });
});

describe('a visitor behind a trusted proxy', () => {
  const start = async (headers: Readonly<Record<string, string>>, remoteAddress: string) =>
    (await app.inject({ url: '/session/start', headers, remoteAddress })).statusCode;
  const startFor = (visitor: string, remoteAddress = '10.0.0.1') =>
    start({ 'sec-fetch-site': 'same-origin', 'x-forwarded-for': visitor }, remoteAddress);

  it('has limits of its own', async () => {
    const statuses = [];
    for (const visitor of ['192.0.2.20', '192.0.2.20', '192.0.2.20', '192.0.2.21']) {
      statuses.push(await startFor(visitor));
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('is nobody who only says so', async () => {
    const statuses = [];
    for (const visitor of ['192.0.2.31', '192.0.2.32', '192.0.2.33']) {
      statuses.push(await startFor(visitor, '192.0.2.30'));
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('may use the name by which the proxy is known', async () => {
    const headers = {
      host: 'internal:3030',
      origin: 'https://translate.example',
      'x-forwarded-for': '192.0.2.40',
      'x-forwarded-host': 'translate.example',
    };
    expect(await start(headers, '10.0.0.1')).toBe(200);
    expect(await start(headers, '192.0.2.41')).toBe(403);
  });
});

describe('the cookie of a session', () => {
  const PLAIN = /^dragoman_session=[\w-]+; SameSite=Strict; HttpOnly$/;
  const SECURE = /^dragoman_session=[\w-]+; SameSite=Strict; HttpOnly; Secure$/;

  it.each([
    [{}, '10.0.0.1', PLAIN],
    [{ 'x-forwarded-proto': 'https' }, '10.0.0.1', SECURE],
    [{ 'x-forwarded-proto': 'https' }, '192.0.2.10', PLAIN],
  ])(
    'is for the folder the page is in, which a proxy may have moved: %j from %s',
    async (headers, remoteAddress, form) => {
      const answer = await app.inject({
        url: '/session/start',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        remoteAddress,
      });
      expect(answer.headers['set-cookie']).toMatch(form);
    },
  );
});

describe('a request with two Host headers', () => {
  it('is refused', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere\r\nConnection: close\r\n\r\n',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*more than one Host header/s);
  });
});
