import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNginx } from '../../support/nginx.js';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';
import { startConfiguredNginx } from './start-configured-nginx.js';

/** Of Apertium, and not asked for in other tests. */
const PAIRS = ['en-ca', 'es-gl', 'es-ca', 'ca-es', 'es-fr', 'fr-es', 'es-pt', 'pt-es'] as const;

const hello = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };

let servers: readonly TestServer[] = [];
let url = '';
/** For servers with few pairs each. */
let poolsUrl = '';
let stopNginx: readonly (() => Promise<void>)[] = [];
beforeAll(async () => {
  if (!hasNginx()) return;
  // So that no pair's programs have to end for others.
  const environment = {
    DRAGOMAN_APERTIUM_MAX_MEMORY_BYTES: '2GiB',
    DRAGOMAN_TRUSTED_PROXIES: '127.0.0.1',
  };
  servers = await Promise.all([startTestServer({ environment }), startTestServer({ environment })]);
  const [plain, pools] = await Promise.all([
    startConfiguredNginx('nginx.conf', servers),
    startConfiguredNginx('nginx-pools.conf', [...servers, ...servers.slice(1)]),
  ]);
  ({ url } = plain);
  poolsUrl = pools.url;
  stopNginx = [plain.stop, pools.stop];
});
afterAll(async () => {
  await Promise.all(stopNginx.map((stop) => stop()));
  await Promise.all(servers.map((server) => server.stop()));
});

describe.skipIf(!hasNginx())('nginx.conf', () => {
  const translate = () => postTranslate({ url, key: servers[0]?.key ?? '' }, hello);

  it('passes requests on, and answers back as they are', async () => {
    const response = await translate();
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      translations: [{ detected_source_language: 'EN', text: 'La casa es grande.' }],
    });
  });

  it('lets the servers say in their own words that a body is too large', async () => {
    const response = await postTranslate(
      { url, key: servers[0]?.key ?? '' },
      { ...hello, text: ['x'.repeat(200_000)] },
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'body_too_large' });
  });

  it('takes nobody for a visitor on the server’s own machine', async () => {
    expect((await fetch(`${servers[0]?.url}/`)).status).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(403);
    expect((await fetch(`${url}/session/languages?type=target`)).status).toBe(403);
  });

  it('passes on nothing about itself that its callers wrote', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
      'x-forwarded-proto': 'https',
    };
    for (const address of [url, poolsUrl]) {
      const page = await (await fetch(`${address}/docs`, { headers })).text();
      expect(page).not.toContain('evil');
      expect(page).toContain(`curl -s ${address}/health/live`);
    }
  });

  it('sends every pair to one server, in nginx-pools.conf', async () => {
    for (const pair of [...PAIRS, ...PAIRS]) expect(await translatePair(pair), pair).toBe(200);
    const loaded = await Promise.all(servers.map(pairsLoadedBy));
    expect(loaded.flat().toSorted()).toEqual([...PAIRS].toSorted());
  });

  it('goes on with one server when the other is gone', async () => {
    await servers[0]?.stop('SIGKILL');
    for (let count = 0; count < 4; count++) expect((await translate()).status).toBe(200);
    for (const pair of PAIRS) expect(await translatePair(pair), pair).toBe(200);
  });
});

const translatePair = async (pair: string): Promise<number> => {
  const [source_lang = '', target_lang = ''] = pair.split('-');
  const headers = {
    authorization: `Service-Auth-Key ${servers[0]?.key}`,
    'content-type': 'application/json',
    'dragoman-pair': pair,
  };
  const body = { text: ['casa'], source_lang, target_lang };
  return (await postTranslate({ url: poolsUrl, key: '' }, body, { headers })).status;
};

/** Which of our pairs a server has in memory, as it says itself. */
const pairsLoadedBy = async ({ url, key }: TestServer): Promise<readonly string[]> => {
  const headers = { authorization: `Service-Auth-Key ${key}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const loaded = [...text.matchAll(/^dragoman_engine_pair_loaded\{.*pair="([^"]*)"\} 1$/gm)];
  return PAIRS.filter((pair) => loaded.some(([, name]) => name === pair));
};
