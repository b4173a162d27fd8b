import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson } from '../../support/clients/post-json.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

const PATHS = ['/translate', '/detect', '/v1/translate', '/imme', '/kiss', '/hcfy'];
const EXTENSIONS = [
  'chrome-extension://bdiifdefkgmcblbcghdlonllpjhhjgof',
  'moz-extension://3f2b9c1e-8f0e-4d7a-9d3e-0f6f0c1d2e3f',
];
const WEB_PAGES = ['https://example.com', 'http://127.0.0.1:8000', 'http://localhost', 'null'];

const hello = { q: 'Hello', source: 'en', target: 'es' };

/** Like a browser or proxy, which can send headers that `fetch` does not allow. */
const postWith = async (url: string, headers: Record<string, string>) => {
  const sending = request(`${url}/translate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sending.end(JSON.stringify(hello));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sending.on('response', resolve).on('error', reject);
  });
  return { status: answer.statusCode, body: await json(answer) };
};

describe('with keys', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DRAGOMAN_LOG_LEVEL: 'debug' } });
  });
  afterAll(() => server?.stop());

  it.each([
    ['Authorization with the word of our own API', () => `Service-Auth-Key ${server.key}`],
    ['Authorization with Bearer', () => `bearer ${server.key}`],
  ])('takes the key in %s', async (_where, authorization) => {
    const answer = await postJson(`${server.url}/translate`, hello, {
      authorization: authorization(),
    });
    expect(answer.status).toBe(200);
  });

  it.each(['token', 'api_token', 'api_key'])('takes the key as %s of the query', async (name) => {
    const url = `${server.url}/translate?${name}=${server.key}`;
    expect((await postJson(url, hello)).status).toBe(200);
  });

  it('asks every route that translates or detects for one, even on this machine', async () => {
    for (const path of PATHS) {
      const { status } = await postJson(`${server.url}${path}`, { ...hello, text: 'Hello' });
      expect([401, 403], path).toContain(status);
    }
  });

  it('bills the key like any other translation', async () => {
    const used = async () => {
      const response = await fetch(`${server.url}/v2/usage`, {
        headers: { authorization: `Service-Auth-Key ${server.key}` },
      });
      const usage = (await response.json()) as { readonly api_key_character_count: number };
      return usage.api_key_character_count;
    };
    const before = await used();
    await postJson(`${server.url}/translate`, { ...hello, q: ['1234', '56'], api_key: server.key });
    await postJson(`${server.url}/kiss?token=${server.key}`, { to: 'es', text: 'abc' });
    expect(await used()).toBe(before + 9);
    await postJson(`${server.url}/kiss?token=${server.key}`, { to: 'zz', text: 'abc' });
    expect(await used()).toBe(before + 9);
  });

  it.each(WEB_PAGES)('turns the page at %s away, key or not', async (origin) => {
    for (const path of [...PATHS, '/languages']) {
      const url = `${server.url}${path}?token=${server.key}`;
      const preflight = await fetch(url, { method: 'OPTIONS', headers: { origin } });
      expect(preflight.status, path).toBe(403);
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    }
    const answer = await postWith(server.url, {
      origin,
      authorization: `Bearer ${server.key}`,
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ error: expect.stringContaining('Web pages') });
  });

  it.each(EXTENSIONS)('lets the extension at %s ask and read', async (origin) => {
    for (const path of PATHS) {
      const preflight = await fetch(`${server.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status, path).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');
    }
    const answer = await postJson(`${server.url}/translate?token=${server.key}`, hello, { origin });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('keeps keys that came in an address or body out of its log', async () => {
    await postJson(`${server.url}/kiss?token=${server.key}`, { to: 'es', text: 'Hello' });
    await postJson(`${server.url}/translate`, { ...hello, api_key: server.key });
    expect(server.output()).toContain('/kiss');
    expect(server.output()).not.toContain(server.key);
  });

  it('leaves our own API closed to browsers', async () => {
    const preflight = await fetch(`${server.url}/v2/translate`, {
      method: 'OPTIONS',
      headers: { origin: EXTENSIONS[0] ?? '' },
    });
    expect(preflight.status).toBe(403);
  });
});

describe('with keys for other machines only', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DRAGOMAN_COMPATIBILITY_KEYS: 'remote' } });
  });
  afterAll(() => server?.stop());

  it('serves programs and extensions of this machine', async () => {
    expect((await postJson(`${server.url}/translate`, hello)).status).toBe(200);
    const [origin = ''] = EXTENSIONS;
    expect((await postWith(server.url, { origin })).status).toBe(200);
    const settings = await fetch(`${server.url}/frontend/settings`);
    expect(await settings.json()).toMatchObject({ keyRequired: false });
  });

  it('serves programs that insist on a key and were given any word', async () => {
    const answer = await postJson(`${server.url}/translate`, { ...hello, api_key: 'dummy' });
    expect(answer.status).toBe(200);
  });

  it('refuses a wrong key from elsewhere', async () => {
    const answer = await postJson(
      `${server.url}/translate`,
      { ...hello, api_key: 'wrong' },
      { 'x-forwarded-for': '192.0.2.1' },
    );
    expect(answer.status).toBe(403);
  });

  it.each([
    ['web pages', { origin: 'https://example.com' }],
    ['pages whose host name was pointed at this machine', { host: 'example.com:3030' }],
    ['what a proxy on this machine passes on', { 'x-forwarded-for': '203.0.113.7' }],
    ['what a proxy on this machine passes on, newer', { forwarded: 'for=203.0.113.7' }],
  ])('is not fooled by %s', async (_who, headers) => {
    expect((await postWith(server.url, headers as Record<string, string>)).status).toBe(403);
  });

  it('keeps our own API behind keys', async () => {
    const answer = await postJson(`${server.url}/v2/translate`, {
      text: ['Hello'],
      target_lang: 'ES',
    });
    expect(answer.status).toBe(403);
  });
});

describe('turned off', () => {
  it('has none of the paths', async () => {
    const server = await startTestServer({ environment: { DRAGOMAN_COMPATIBILITY: 'none' } });
    try {
      for (const path of PATHS) {
        const answer = await postJson(`${server.url}${path}?token=${server.key}`, hello);
        expect(answer.status, path).toBe(404);
      }
      expect((await fetch(`${server.url}/languages`)).status).toBe(404);
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
