import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPageTranslator } from './browser.js';
import { createNodeHandler } from './node-handler.js';
import type { UpstreamRequest } from './options.js';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A service that reverses texts. */
const reverse = async ({ body }: UpstreamRequest): Promise<Response> =>
  body === undefined
    ? Response.json([{ language: 'ES', name: 'Spanish' }])
    : Response.json({
        translations: JSON.parse(body).text.map((text: string) => ({
          detected_source_language: 'EN',
          text: [...text].toReversed().join(''),
        })),
      });

/** A page of a server with the proxy: its requests carry the cookie, as a browser's do. */
const openPage = async (upstream: (asked: UpstreamRequest) => Promise<Response> = reverse) => {
  const server = createServer(createNodeHandler({ upstream, onUpstreamFailure: () => {} }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: string[] = [];
  let cookie = '';
  const translator = createPageTranslator({
    fetch: async (path, request) => {
      asked.push(`${request?.method ?? 'GET'} ${path}`);
      const headers = { ...request?.headers, cookie, 'sec-fetch-site': 'same-origin' };
      const answer = await fetch(`${origin}${path}`, { ...request, headers });
      cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
      return answer;
    },
  });
  const forgetSession = () => {
    cookie = '';
  };
  return { translator, asked, forgetSession };
};

describe('the half that runs in the page', () => {
  it('lists languages and translates', async () => {
    const { translator, asked } = await openPage();
    expect(await translator.languages('target')).toEqual([{ language: 'ES', name: 'Spanish' }]);
    expect(await translator.translate(['One', 'Two'], { target_lang: 'ES' })).toEqual([
      { detected_source_language: 'EN', text: 'enO' },
      { detected_source_language: 'EN', text: 'owT' },
    ]);
    expect(asked).toEqual([
      'GET /translate-proxy/languages?type=target',
      'POST /translate-proxy/translate',
    ]);
  });

  it('starts the session itself, and again when it has ended', async () => {
    const { translator, asked, forgetSession } = await openPage();
    for (const expected of [3, 4, 7]) {
      if (expected === 7) forgetSession();
      const [done] = await translator.translate(['One'], { target_lang: 'ES' });
      expect([done?.text, asked.length]).toEqual(['enO', expected]);
    }
  });

  it('reports what is wrong with the code and the time to wait', async () => {
    const { translator } = await openPage(async (asked) =>
      asked.body === undefined
        ? reverse(asked)
        : Response.json(
            { message: 'Too many requests.', code: 'too_many_requests' },
            { status: 429, headers: { 'retry-after': '7' } },
          ),
    );
    await expect(translator.translate(['One'], { target_lang: 'ES' })).rejects.toMatchObject({
      name: 'PageTranslatorError',
      status: 429,
      code: 'too_many_requests',
      retryAfterSeconds: 7,
    });
    await expect(translator.translate(['One'], { target_lang: '' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_parameter',
    });
  });

  it('stops when it is told to', async () => {
    const { translator } = await openPage();
    const call = translator.translate(['One'], { target_lang: 'ES' }, AbortSignal.abort());
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
