import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../../scripts/common/chromium.mjs';
import { type ExampleServer, startExample } from '../support/start-example.js';
import { startTestServer, type TestServer } from '../support/start-server.js';

const WRONG_KEY = 'a-key-that-nobody-knows';

let server: TestServer;
let example: ExampleServer;
/** The same, with a key the service refuses. */
let misconfigured: ExampleServer;

beforeAll(async () => {
  server = await startTestServer();
  const environment = { DRAGOMAN_SERVER_URL: server.url };
  [example, misconfigured] = await Promise.all([
    startExample('browser-proxy/server.mjs', { ...environment, DRAGOMAN_AUTH_KEY: server.key }),
    startExample('browser-proxy/server.mjs', { ...environment, DRAGOMAN_AUTH_KEY: WRONG_KEY }),
  ]);
});

afterAll(async () => {
  await Promise.all([example?.stop(), misconfigured?.stop()]);
  await server?.stop();
});

/** What a browser must never learn. */
const expectNoSecret = (seen: string) => {
  expect(seen).not.toContain(server.key);
  expect(seen).not.toContain(WRONG_KEY);
  expect(seen).not.toContain(new URL(server.url).host);
  expect(seen).not.toContain('Service-Auth-Key');
};

/** Sends a request byte for byte, which `fetch` would normalize, and returns the whole response. */
const raw = (
  base: string,
  path: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = sendRequest({ hostname, port, path, method, headers }, async (answer) => {
      const content = Buffer.concat(await answer.toArray()).toString();
      resolve(`${answer.statusCode} ${answer.rawHeaders.join('\n')}\n\n${content}`);
    });
    sent.once('error', reject).end(body);
  });

const PAGE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

const sessionOf = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/translate-proxy/languages`, { headers: PAGE });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
};

describe('the example', () => {
  it('translates for its page', async () => {
    const answer = await raw(example.url, '/translate-proxy/translate', {
      method: 'POST',
      headers: { ...PAGE, cookie: await sessionOf(example.url) },
      body: JSON.stringify({ text: 'Good morning', source_lang: 'EN', target_lang: 'ES' }),
    });
    expect(answer).toMatch(/^200 /);
    expect(answer).toContain('"Buenos días"');
    expectNoSecret(answer);
  });

  it.each([
    '/',
    '/page.js',
    '/server.mjs',
    '/page.js/../server.mjs',
    '/../../../etc/passwd',
    '/%2e%2e/server.mjs',
    '/.env',
    '/proc/self/environ',
    '/translate-proxy',
    '/translate-proxy/',
    '/translate-proxy/languages',
    '/translate-proxy/languages?type=target',
    '/translate-proxy/languages?type=target&type=../usage',
    '/translate-proxy/languages?type=%0d%0aX:1',
    '/translate-proxy/usage',
    '/translate-proxy/v2/usage',
    '/translate-proxy/languages/../usage',
    '/translate-proxy/languages%2f..%2fusage',
    '/translate-proxy/translate',
    '/translate-proxy/__proto__',
  ])('tells no secret at %s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
      for (const { url } of [example, misconfigured]) {
        expectNoSecret(await raw(url, path, { method, headers: PAGE }));
      }
    }
  });

  it.each([
    ['broken JSON', '{"text":'],
    ['a wrong language', '{"text":"a","target_lang":"XX"}'],
    ['odd names', '{"text":"a","target_lang":"ES","__proto__":1,"auth_key":"x"}'],
    ['odd values', '{"text":"a","target_lang":"ES","tag_handling":{"toString":1}}'],
    ['headers in values', '{"text":"a","target_lang":"ES\\r\\nX-Echo: authorization"}'],
    ['too much', `{"text":"${'a'.repeat(140_000)}","target_lang":"ES"}`],
  ])('tells no secret when it is sent %s', async (_name, body) => {
    for (const { url } of [example, misconfigured]) {
      const headers = { ...PAGE, cookie: await sessionOf(url) };
      const answer = await raw(url, '/translate-proxy/translate', {
        method: 'POST',
        headers,
        body,
      });
      expect(answer).toMatch(/^4\d\d /);
      expectNoSecret(answer);
    }
  });

  it('reveals no secret when the service refuses its key, but tells the operator why', async () => {
    const answer = await raw(misconfigured.url, '/translate-proxy/languages', { headers: PAGE });
    expect(answer).toMatch(/^503 /);
    expect(answer).toContain('not available');
    expectNoSecret(answer);
    expect(misconfigured.output()).toContain('refused the key (403)');
    expect(misconfigured.output()).not.toContain(WRONG_KEY);
  });

  it('reveals no secret when headers try to get it', async () => {
    const headers = {
      ...PAGE,
      authorization: 'Service-Auth-Key guess',
      'x-http-method-override': 'TRACE',
      'x-forwarded-host': 'evil.example',
      'x-original-url': '/v2/usage',
      expect: '100-continue',
    };
    const answer = await raw(example.url, '/translate-proxy/languages', { headers });
    expect(answer).not.toContain('guess');
    expectNoSecret(answer);
  });
});

/** Run in the page: what a script of it can read. */
const LOOK_AROUND = `(async () => [
  document.cookie,
  { ...localStorage, ...sessionStorage },
  Object.keys(globalThis),
  await Promise.all(
    ['/v2/usage', '/translate-proxy/usage', '/server.mjs'].map(async (path) =>
      (await fetch(path)).text(),
    ),
  ),
])()`;

describe.skipIf(!hasChromium)('in Chromium', () => {
  it('the page translates, and nothing it can reach holds the key', async () => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      const seen: Promise<string>[] = [];
      page.on('response', (response) => {
        const everything = async () => {
          const headers = {
            ...(await response.allHeaders()),
            ...(await response.request().allHeaders()),
          };
          return `${response.url()} ${JSON.stringify(headers)} ${await response.text()}`;
        };
        seen.push(everything());
      });
      await page.goto(example.url);
      await page.getByLabel('Into').selectOption({ label: 'Spanish' });
      await page.getByLabel('Text').fill('Good morning');
      await page.getByRole('button', { name: 'Translate' }).click();
      await page.locator('#result', { hasText: 'Buenos días' }).waitFor();
      const within = JSON.stringify([await page.content(), await page.evaluate(LOOK_AROUND)]);
      expect(seen.length).toBeGreaterThanOrEqual(4);
      expect(within).not.toContain('dragoman_session');
      expect(await context.cookies()).toMatchObject([
        { name: 'dragoman_session', httpOnly: true, sameSite: 'Strict' },
      ]);
      for (const part of [...(await Promise.all(seen)), within]) expectNoSecret(part);
    } finally {
      await browser.close();
    }
  });

  it('a page of another site cannot use the proxy', async () => {
    const otherSite = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Another site</title>');
    }).listen(0, '127.0.0.1');
    await once(otherSite, 'listening');
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const statuses = new Set<number>();
      page.on('response', (response) => {
        if (response.url().startsWith(example.url)) statuses.add(response.status());
      });
      await page.goto(`http://localhost:${(otherSite.address() as AddressInfo).port}`);
      const outcomes = await page.evaluate(async (base) => {
        const outcome = (path: string, options: RequestInit) =>
          fetch(`${base}/translate-proxy/${path}`, options).then(
            ({ type }) => type,
            () => 'refused',
          );
        return [
          await outcome('languages', {}),
          await outcome('languages', { mode: 'no-cors', credentials: 'include' }),
          await outcome('translate', { method: 'POST', mode: 'no-cors', body: '{}' }),
        ];
      }, example.url);
      expect(outcomes).toEqual(['refused', 'opaque', 'opaque']);
      expect(statuses).toEqual(new Set([403]));
    } finally {
      await browser.close();
      otherSite.closeAllConnections();
      otherSite.close();
    }
  });
});
