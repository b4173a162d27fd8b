import { once } from 'node:events';
import { createServer, type RequestListener, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { browserProxy } from './fastify.js';
import { createNodeHandler } from './node-handler.js';
import type { BrowserProxyOptions } from './options.js';

const KEY = 'secret-key-of-the-proxy';
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const listen = async (handler: RequestListener): Promise<string> => {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A service that says what it was asked. */
const echoService = () =>
  listen(async (request, response) => {
    const chunks = await request.toArray();
    const { authorization, 'user-agent': userAgent, cookie } = request.headers;
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        asked: `${request.method} ${request.url}`,
        body: Buffer.concat(chunks).toString(),
        authorization,
        userAgent,
        cookie,
      }),
    );
  });

const ADAPTERS: Readonly<Record<string, (options: BrowserProxyOptions) => Promise<string>>> = {
  'the Node handler': (options) => listen(createNodeHandler(options)),
  'the Node handler as middleware': (options) => {
    const handler = createNodeHandler(options);
    return listen((request, response) => {
      handler(request, response, () => response.end('the page'));
    });
  },
  'the Fastify plugin': async (options) => {
    const app = fastify({ forceCloseConnections: true });
    app.post('/own', async ({ body }) => body);
    app.register(browserProxy, { ...options });
    closing.push(() => app.close());
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
};

const PAGE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

const openSession = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/translate-proxy/languages`, { headers: PAGE });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
};

const translate = (url: string, cookie: string, body: string, signal?: AbortSignal) =>
  fetch(`${url}/translate-proxy/translate`, {
    method: 'POST',
    headers: { ...PAGE, cookie },
    body,
    ...(signal && { signal }),
  });

describe.each(Object.entries(ADAPTERS))('%s', (name, start) => {
  it('counts new sessions by the address that the last reverse proxy has added', async () => {
    const serverUrl = await echoService();
    const url = await start({ serverUrl, authKey: KEY, sessionsPerMinute: 1 });
    const statusFrom = async (forwarded: string) => {
      const headers = { ...PAGE, 'x-forwarded-for': forwarded };
      return (await fetch(`${url}/translate-proxy/languages`, { headers })).status;
    };
    expect(await statusFrom('203.0.113.1')).toBe(200);
    expect(await statusFrom('198.51.100.7, 203.0.113.1')).toBe(429);
    expect(await statusFrom('203.0.113.1, 203.0.113.2')).toBe(200);
    expect(await statusFrom('203.0.113.2:4711')).toBe(429);
    expect(await statusFrom('[2001:db8::1]:4711')).toBe(200);
    expect(await statusFrom('unknown')).toBe(200);
    expect(await statusFrom('')).toBe(429);
  });

  it('carries languages and translations to the service, with the key and without the cookie', async () => {
    const serverUrl = await echoService();
    const url = await start({ serverUrl: `${serverUrl}/under/a/path/`, authKey: KEY });
    const answer = await fetch(`${url}/translate-proxy/languages?type=target`, { headers: PAGE });
    expect(await answer.json()).toMatchObject({
      asked: 'GET /under/a/path/v2/languages?type=target',
    });
    const translated = await translate(
      url,
      await openSession(url),
      JSON.stringify({ text: 'Grüße', target_lang: 'ES' }),
    );
    expect(translated.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await translated.json()).toEqual({
      asked: 'POST /under/a/path/v2/translate',
      body: JSON.stringify({ text: ['Grüße'], target_lang: 'ES' }),
      authorization: `Service-Auth-Key ${KEY}`,
      userAgent: expect.stringMatching(/^dragoman-browser-proxy\//),
    });
  });

  it('answers a body that is too large, and the next request', async () => {
    const url = await start({ serverUrl: await echoService(), authKey: KEY, maxBodyBytes: 1000 });
    const cookie = await openSession(url);
    const refused = await translate(url, cookie, ' '.repeat(2000));
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ code: 'body_too_large' });
    const next = await translate(url, cookie, JSON.stringify({ text: 'a', target_lang: 'ES' }));
    expect(next.status).toBe(200);
  });

  it('closes the request to the service when the browser leaves', async () => {
    let whenLeft = () => {};
    const left = new Promise<void>((resolve) => {
      whenLeft = resolve;
    });
    const browser = new AbortController();
    const serverUrl = await listen((request, response) => {
      if (request.method === 'GET') return response.end('[]');
      request.socket.once('close', whenLeft);
      return browser.abort();
    });
    const url = await start({ serverUrl, authKey: KEY });
    const body = JSON.stringify({ text: 'a', target_lang: 'ES' });
    const answer = translate(url, await openSession(url), body, browser.signal);
    await expect(answer).rejects.toThrow('aborted');
    await left;
  });

  it('does not follow the service elsewhere with the key', async () => {
    const asked: (string | undefined)[] = [];
    const elsewhere = await listen((request, response) => {
      asked.push(request.headers.authorization);
      response.end('[]');
    });
    const serverUrl = await listen((_request, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    const url = await start({ serverUrl, authKey: KEY, onUpstreamFailure: () => {} });
    const answer = await fetch(`${url}/translate-proxy/languages`, { headers: PAGE });
    expect(answer.status).toBe(503);
    expect(asked).toEqual([]);
  });

  it('leaves other paths alone', async () => {
    const url = await start({ serverUrl: await echoService(), authKey: KEY });
    const answer = await fetch(`${url}/v2/usage`);
    const text = await answer.text();
    if (name.includes('middleware')) expect(text).toBe('the page');
    else expect(answer.status).toBe(404);
    expect(text).not.toContain(KEY);
  });
});

describe('the Node handler', () => {
  it('works where the framework cuts the mount point off', async () => {
    const handler = createNodeHandler({ serverUrl: await echoService(), authKey: KEY });
    const url = await listen((request, response) => {
      const originalUrl = request.url ?? '';
      request.url = originalUrl.replace('/translate-proxy', '');
      handler(Object.assign(request, { originalUrl }), response);
    });
    const answer = await fetch(`${url}/translate-proxy/languages`, { headers: PAGE });
    expect(await answer.json()).toMatchObject({ asked: 'GET /v2/languages?type=source' });
  });

  it('answers a HEAD request and survives a broken body', async () => {
    const url = await listen(createNodeHandler({ serverUrl: await echoService(), authKey: KEY }));
    const head = await fetch(`${url}/translate-proxy/languages`, { method: 'HEAD', headers: PAGE });
    expect(head.status).toBe(405);
    const cookie = await openSession(url);
    const broken = sendRequest(`${url}/translate-proxy/translate`, {
      method: 'POST',
      headers: { ...PAGE, cookie, 'content-length': '100' },
    });
    const ended = new Promise((resolve) => broken.on('error', () => {}).once('close', resolve));
    broken.write('{', () => broken.destroy());
    await ended;
    expect(await openSession(url)).not.toBe('');
  });
});

describe('the Fastify plugin', () => {
  it('takes the prefix it is registered with, and leaves the parsers of the app as they are', async () => {
    const app = fastify({ forceCloseConnections: true });
    closing.push(() => app.close());
    const serverUrl = await echoService();
    app.register(browserProxy, { prefix: '/api', basePath: '/words', serverUrl, authKey: KEY });
    app.post('/own', async ({ body }) => body);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/api/words/languages`, { headers: PAGE });
    expect(answer.headers.get('set-cookie')).toContain('Path=/api/words;');
    const own = await fetch(`${url}/own`, { method: 'POST', headers: PAGE, body: '{"a":1}' });
    expect(await own.json()).toEqual({ a: 1 });
  });

  it('keeps the headers that hooks of the app add', async () => {
    const app = fastify({ forceCloseConnections: true });
    closing.push(() => app.close());
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('x-trace-id', 'f00');
    });
    app.register(browserProxy, { serverUrl: await echoService(), authKey: KEY });
    const answer = await app.inject({ url: '/translate-proxy/languages', headers: PAGE });
    expect(answer.headers['x-trace-id']).toBe('f00');
    expect(answer.statusCode).toBe(200);
  });
});
