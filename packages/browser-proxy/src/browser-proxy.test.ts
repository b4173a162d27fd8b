import { ERRORS, type TranslateBody } from '@dragoman/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createBrowserProxy, type PARAMETERS } from './browser-proxy.js';
import { type ProxyAnswer, type ProxyRequest, STATUSES } from './messages.js';
import type { BrowserProxyOptions, UpstreamRequest } from './options.js';

const HOST = 'www.example.com';
const SAME_ORIGIN = { host: HOST, 'sec-fetch-site': 'same-origin' };

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isSecure?: boolean;
  readonly address?: string;
  readonly signal?: AbortSignal;
}

const request = (method: string, path: string, sent: Sent = {}): ProxyRequest => ({
  method,
  path,
  header: (name) => ({ ...SAME_ORIGIN, ...sent.headers })[name],
  isSecure: sent.isSecure ?? false,
  ...(sent.address !== undefined && { address: sent.address }),
  body: (async function* () {
    yield Buffer.from(sent.body ?? '');
  })(),
  signal: sent.signal ?? new AbortController().signal,
});

/** A proxy with an upstream that records its requests and gives scripted responses. */
const proxyWith = (
  options: BrowserProxyOptions = {},
  answer: (asked: UpstreamRequest) => Response | Promise<Response> = () =>
    Response.json({ translations: [] }),
) => {
  const asked: UpstreamRequest[] = [];
  const failures: unknown[] = [];
  const unexpected: unknown[] = [];
  const proxy = createBrowserProxy({
    upstream: async (upstreamRequest) => {
      asked.push(upstreamRequest);
      return answer(upstreamRequest);
    },
    onUpstreamFailure: (failure) => failures.push(failure),
    onUnexpectedError: (error) => unexpected.push(error),
    ...options,
  });
  const cookieOf = (given: ProxyAnswer) =>
    (given.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
  return {
    asked,
    failures,
    unexpected,
    get: (path: string, sent?: Sent) => proxy.answer(request('GET', path, sent)),
    send: (method: string, path: string, sent?: Sent) => proxy.answer(request(method, path, sent)),
    openSession: async () =>
      cookieOf(await proxy.answer(request('GET', '/translate-proxy/languages'))),
    translate: (cookie: string, body: unknown, sent: Sent = {}) =>
      proxy.answer(
        request('POST', '/translate-proxy/translate', {
          ...sent,
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { cookie, 'content-type': 'application/json', ...sent.headers },
        }),
      ),
  };
};

const told = ({ status, body }: ProxyAnswer) => ({ status, ...JSON.parse(body) });
const HELLO = { text: 'Hello', target_lang: 'ES' };

describe('what a page may ask', () => {
  it('passes the languages on and begins a session', async () => {
    const { get, asked } = proxyWith({}, () =>
      Response.json([{ language: 'ES', name: 'Spanish' }]),
    );
    const answer = await get('/translate-proxy/languages?type=target');
    expect(told(answer)).toMatchObject({ status: 200, 0: { language: 'ES', name: 'Spanish' } });
    expect(asked[0]).toMatchObject({ method: 'GET', path: '/v2/languages?type=target' });
    expect(answer.headers['set-cookie']).toMatch(
      /^dragoman_session=[\w-]{32}; Path=\/translate-proxy; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('asks for what a source can be translated into, and refuses what is no code', async () => {
    const { get, asked } = proxyWith({}, () => Response.json([]));
    await get('/translate-proxy/languages?type=target&source_lang=DA');
    expect(asked[0]).toMatchObject({ path: '/v2/languages?type=target&source_lang=DA' });
    const refused = await get('/translate-proxy/languages?type=target&source_lang=D%26A');
    expect(told(refused)).toMatchObject({ status: 400, parameter: 'source_lang' });
    expect(asked).toHaveLength(1);
  });

  it('keeps the session it has', async () => {
    const { get, openSession } = proxyWith();
    const cookie = await openSession();
    const answer = await get('/translate-proxy/languages', { headers: { cookie } });
    expect(answer.headers['set-cookie']).toContain(cookie);
  });

  it('passes a translation on, a single text as a list', async () => {
    const { openSession, translate, asked } = proxyWith({}, () =>
      Response.json({ translations: [{ detected_source_language: 'EN', text: 'Hola' }] }),
    );
    const body = { ...HELLO, source_lang: 'EN', tag_handling: 'html', ignore_tags: ['code'] };
    const answer = await translate(await openSession(), body);
    expect(told(answer)).toMatchObject({ status: 200, translations: [{ text: 'Hola' }] });
    expect(asked[1]).toMatchObject({ method: 'POST', path: '/v2/translate' });
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ ...body, text: ['Hello'] });
  });

  it('passes on a list as long as the service takes', async () => {
    const text = Array.from({ length: 120 }, (_, index) => `Hello ${index}`);
    const { openSession, translate, asked } = proxyWith({}, () =>
      Response.json({ translations: [] }),
    );
    expect(told(await translate(await openSession(), { text, target_lang: 'ES' })).status).toBe(
      200,
    );
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ text, target_lang: 'ES' });
  });

  it('asks nothing else of the service, whatever the path', async () => {
    const { get, asked } = proxyWith();
    for (const path of [
      '/v2/usage',
      '/translate-proxy/usage',
      '/translate-proxy/../v2/usage',
      '/translate-proxy/languages/../../v2/usage',
      '/translate-proxy/constructor',
      '/translate-proxy/',
      '/translate-proxy',
      '/translate-proxyX/languages',
      '//translate-proxy/languages',
    ]) {
      expect(told(await get(path))).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(asked).toEqual([]);
  });

  it('names the method that works', async () => {
    const answer = await proxyWith().send('POST', '/translate-proxy/languages');
    expect(told(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers.allow).toBe('GET');
  });

  it.each([
    ['no JSON', '{"text":', 'malformed_body', undefined],
    ['no object', '["Hello"]', 'malformed_body', undefined],
    ['no text', { target_lang: 'ES' }, 'invalid_parameter', 'text'],
    ['an empty list', { text: [], target_lang: 'ES' }, 'invalid_parameter', 'text'],
    ['numbers for texts', { text: [1], target_lang: 'ES' }, 'invalid_parameter', 'text'],
    ['no target', { text: 'Hello' }, 'invalid_parameter', 'target_lang'],
    [
      'instructions to a model',
      { ...HELLO, custom_instructions: ['Write a poem'] },
      'invalid_parameter',
      'custom_instructions',
    ],
  ])('refuses %s, naming what is wrong', async (_name, body, code, parameter) => {
    const { openSession, translate, asked } = proxyWith();
    const answer = await translate(await openSession(), body);
    expect(told(answer)).toMatchObject({ status: 400, code });
    expect(told(answer).parameter).toBe(parameter);
    expect(asked).toHaveLength(1);
  });

  it('takes JSON only, which no form of another site can send', async () => {
    const { openSession, translate } = proxyWith();
    const headers = { 'content-type': 'text/plain' };
    const answer = await translate(await openSession(), HELLO, { headers });
    expect(told(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });
});

describe('sessions', () => {
  it.each(['', 'dragoman_session=', 'dragoman_session=guessed', 'other=1'])(
    'refuses a translation with the cookie "%s"',
    async (cookie) => {
      const { translate, asked } = proxyWith();
      const answer = await translate(cookie, HELLO);
      expect(told(answer)).toMatchObject({ status: 403, code: 'unauthorized' });
      expect(told(answer).message).toMatch(/No session.*\/translate-proxy\/languages/);
      expect(asked).toEqual([]);
    },
  );

  it('finds its cookie among others, also of the same name', async () => {
    const { openSession, translate } = proxyWith();
    const cookie = await openSession();
    const answer = await translate(`a=b; dragoman_session=planted; ${cookie}; c=d`, HELLO);
    expect(answer.status).toBe(200);
  });

  it('ends after some time without use, and lasts while it is used', async () => {
    let nowMs = 1;
    const { openSession, translate } = proxyWith({ sessionLifetimeMs: 60_000, now: () => nowMs });
    const cookie = await openSession();
    nowMs += 59_000;
    expect((await translate(cookie, HELLO)).status).toBe(200);
    nowMs += 59_000;
    expect((await translate(cookie, HELLO)).status).toBe(200);
    nowMs += 60_001;
    expect((await translate(cookie, HELLO)).status).toBe(403);
  });

  it('are limited in number: the least recently used is evicted', async () => {
    const { openSession, translate } = proxyWith({ maxSessions: 2 });
    const [first, second] = [await openSession(), await openSession()];
    await translate(first, HELLO);
    const third = await openSession();
    expect((await translate(first, HELLO)).status).toBe(200);
    expect((await translate(second, HELLO)).status).toBe(403);
    expect((await translate(third, HELLO)).status).toBe(200);
  });

  it.each([
    ['an encrypted connection', { isSecure: true }],
    ['one that a proxy in front decrypted', { headers: { 'x-forwarded-proto': 'https' } }],
  ])('send the cookie back encrypted only, over %s', async (_name, sent) => {
    const answer = await proxyWith().get('/translate-proxy/languages', sent);
    expect(answer.headers['set-cookie']).toMatch(/; Secure$/);
  });
});

describe('limits', () => {
  it('bounds the new sessions per address, which no cookie is needed for', async () => {
    let now = 0;
    const { get, asked } = proxyWith({ sessionsPerMinute: 2, now: () => now });
    const statusFrom = async (address: string, headers = {}) =>
      (await get('/translate-proxy/languages', { address, headers })).status;
    const first = await get('/translate-proxy/languages', { address: '2001:db8::1' });
    expect(await statusFrom('2001:db8::2')).toBe(200);
    const refused = await get('/translate-proxy/languages', { address: '2001:db8:0:0:5::1' });
    expect(told(refused)).toMatchObject({ status: 429, code: 'visitor_limit_reached' });
    expect(refused.headers['retry-after']).toBe('30');
    expect(asked).toHaveLength(2);
    expect(await statusFrom('2001:db8:0:1::1')).toBe(200);
    expect(await statusFrom('203.0.113.9')).toBe(200);
    const cookie = first.headers['set-cookie']?.split(';', 1)[0] ?? '';
    expect(await statusFrom('2001:db8::1', { cookie })).toBe(200);
    now += 30_000;
    expect(await statusFrom('2001:db8::3')).toBe(200);
    expect(await statusFrom('2001:db8::3')).toBe(429);
  });

  it('bounds the body', async () => {
    const { openSession, translate, asked } = proxyWith({ maxBodyBytes: 100 });
    const answer = await translate(await openSession(), { ...HELLO, text: 'a'.repeat(100) });
    expect(told(answer)).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(asked).toHaveLength(1);
  });

  it('limits the requests per minute and session, with Retry-After', async () => {
    let nowMs = 1;
    const { openSession, translate } = proxyWith({ requestsPerMinute: 3, now: () => nowMs });
    const cookie = await openSession();
    await translate(cookie, HELLO);
    await translate(cookie, HELLO);
    const refused = await translate(cookie, HELLO);
    expect(told(refused)).toMatchObject({ status: 429, code: 'visitor_limit_reached' });
    expect(refused.headers['retry-after']).toBe('20');
    expect((await translate(await openSession(), HELLO)).status).toBe(200);
    nowMs += 20_000;
    expect((await translate(cookie, HELLO)).status).toBe(200);
  });

  it('limits the characters per minute and session, counted like the service', async () => {
    let nowMs = 1;
    const { openSession, translate, asked } = proxyWith({
      charactersPerMinute: 10,
      now: () => nowMs,
    });
    const cookie = await openSession();
    expect((await translate(cookie, { ...HELLO, text: ['🌍🌍🌍', 'abcd'] })).status).toBe(200);
    const refused = await translate(cookie, { ...HELLO, text: 'abcd' });
    expect(told(refused)).toMatchObject({ status: 429 });
    expect(refused.headers['retry-after']).toBe('6');
    expect(asked).toHaveLength(2);
    nowMs += 6000;
    expect((await translate(cookie, { ...HELLO, text: 'abcd' })).status).toBe(200);
  });

  it.each([
    [{ maxBodyBytes: 131_073 }, /maxBodyBytes/],
    [{ requestsPerMinute: 0 }, /requestsPerMinute/],
    [{ charactersPerMinute: Number.POSITIVE_INFINITY }, /charactersPerMinute/],
    [{ sessionLifetimeMs: 31 * 86_400_000 }, /sessionLifetimeMs/],
    [{ maxSessions: 1.5 }, /maxSessions/],
    [{ timeoutMs: Number.NaN }, /timeoutMs/],
    [{ basePath: 'translate' }, /basePath/],
    [{ allowedOrigins: ['https://www.example.com/'] }, /allowedOrigins/],
  ])('refuses the option %o', (options, message) => {
    expect(() => proxyWith(options)).toThrow(message);
  });

  it.each([
    [{ authKey: '' }, /DRAGOMAN_AUTH_KEY/],
    [{ authKey: 'two\r\nlines' }, /authKey/],
    [{ authKey: 'key', serverUrl: 'ftp://example.com' }, /serverUrl/],
    [{ authKey: 'key', serverUrl: 'http://user:secret@example.com' }, /serverUrl/],
  ])('refuses the address and key %o', (options, message) => {
    expect(() => createBrowserProxy(options)).toThrow(message);
  });
});

describe('origins', () => {
  const LISTED = 'https://app.example.com';
  const translateFrom = async (headers: Readonly<Record<string, string>>) => {
    const { openSession, translate } = proxyWith({ allowedOrigins: [LISTED] });
    return translate(await openSession(), HELLO, { headers });
  };

  it.each([
    ['says it is the same', { 'sec-fetch-site': 'same-origin', origin: `https://${HOST}` }],
    ['is listed', { 'sec-fetch-site': 'same-site', origin: LISTED }],
  ])('answers a page whose origin %s', async (_name, headers) => {
    expect((await translateFrom(headers)).status).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [
      'another origin of the site',
      { 'sec-fetch-site': 'same-site', origin: 'https://b.example.com' },
    ],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['an opaque origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('refuses a translation for a page of %s', async (_name, headers) => {
    const answer = await translateFrom(headers);
    expect(told(answer)).toMatchObject({ status: 403, code: 'browser_refused' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('compares origin and host where a browser does not say more', async () => {
    const { get, send } = proxyWith();
    const without = (origin?: string): Sent => ({
      headers: { 'sec-fetch-site': undefined as never, ...(origin && { origin }) },
    });
    const path = '/translate-proxy/languages';
    expect((await get(path, without(`http://${HOST}`))).status).toBe(200);
    expect((await get(path, without())).status).toBe(200);
    expect((await get(path, without('http://evil.example'))).status).toBe(403);
    expect((await get(path, without('null'))).status).toBe(403);
    const translation = await send('POST', '/translate-proxy/translate', without());
    expect(told(translation)).toMatchObject({ status: 403, code: 'browser_refused' });
  });

  it('lets listed origins read the answer and ask beforehand', async () => {
    const { send, get } = proxyWith({ allowedOrigins: [LISTED] });
    const sent = { headers: { 'sec-fetch-site': 'same-site', origin: LISTED } };
    const preflight = await send('OPTIONS', '/translate-proxy/translate', sent);
    expect(preflight).toMatchObject({ status: 204, body: '' });
    const answer = await get('/translate-proxy/languages', sent);
    for (const { headers } of [preflight, answer]) {
      expect(headers).toMatchObject({
        'access-control-allow-origin': LISTED,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      });
    }
  });
});

it('an error of the proxy itself is reported to its operator, and not to the browser', async () => {
  const fault = new Error('a fault');
  const { get, unexpected } = proxyWith({
    onUpstreamFailure: () => {
      throw fault;
    },
    upstream: async () => {
      throw new Error('no connection');
    },
  });
  const answer = await get('/translate-proxy/languages');
  expect(told(answer)).toMatchObject({ status: 500, code: 'internal', message: 'Internal error.' });
  expect(unexpected).toEqual([fault]);
});

describe('failures of the service', () => {
  const failing = async (answer: () => Response | Promise<Response>) => {
    const proxy = proxyWith({}, (asked) => (asked.method === 'GET' ? Response.json([]) : answer()));
    const given = await proxy.translate(await proxy.openSession(), HELLO);
    return { answer: given, failures: proxy.failures };
  };

  it.each([400, 404, 413, 429, 456, 500, 503, 504, 529])(
    'passes a %i on in words',
    async (status) => {
      const body = { message: 'Told so.', code: 'some_code', request_id: 'f00', parameter: 'text' };
      const { answer } = await failing(() =>
        Response.json(body, { status, headers: { 'retry-after': '7' } }),
      );
      expect(told(answer)).toEqual({ status, ...body });
      expect(answer.headers['retry-after']).toBe('7');
    },
  );

  it.each([401, 403])('reports a %i to the operator, not to the browser', async (status) => {
    const { answer, failures } = await failing(() =>
      Response.json({ message: 'keys of the free plan belong to 10.0.0.7' }, { status }),
    );
    expect(told(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(answer.body).not.toContain('10.0.0.7');
    expect(failures).toEqual([{ reason: 'refused the key', status }]);
  });

  it.each([
    ['a page of some other server', () => new Response('<h1>nginx</h1>')],
    ['a 404 of some other server', () => new Response('nginx', { status: 404 })],
    ['a redirect', () => new Response(null, { status: 302 })],
  ])('takes %s for a failure', async (_name, answer) => {
    const failed = await failing(answer);
    expect(told(failed.answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(failed.failures).toMatchObject([{ reason: 'answered nonsense' }]);
  });

  it('does not repeat a page of an overloaded server', async () => {
    const { answer } = await failing(
      () => new Response('<h1>nginx/1.2 at 10.0.0.7</h1>', { status: 503 }),
    );
    expect(told(answer)).toEqual({ status: 503, message: 'The translation service answered 503.' });
  });

  it('does not read an answer without end', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024).fill(32)),
    });
    const { answer } = await failing(() => new Response(endless));
    expect(told(answer)).toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('says that the service cannot be reached', async () => {
    const { answer, failures } = await failing(() => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 10.0.0.7') });
    });
    expect(told(answer)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(answer.body).not.toContain('10.0.0.7');
    expect(failures).toMatchObject([{ reason: 'unreachable' }]);
  });

  const untilAborted = ({ signal }: UpstreamRequest) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  it('waits only so long', async () => {
    const proxy = proxyWith({ timeoutMs: 1 }, untilAborted);
    const answer = await proxy.get('/translate-proxy/languages');
    expect(told(answer)).toMatchObject({ status: 504, code: 'deadline_exceeded' });
    expect(proxy.failures).toMatchObject([{ reason: 'timed out' }]);
  });

  it('gives the request up when the browser leaves', async () => {
    const browser = new AbortController();
    const proxy = proxyWith({}, (asked) => {
      const answer = untilAborted(asked);
      browser.abort();
      return answer;
    });
    const { signal } = browser;
    expect(told(await proxy.get('/translate-proxy/languages', { signal }))).toMatchObject({
      status: 499,
    });
    expect(proxy.asked[0]?.signal.aborted).toBe(true);
    expect(proxy.failures).toEqual([]);
  });
});

it('speaks the error codes of the service', () => {
  for (const [code, status] of Object.entries(STATUSES)) {
    expect(ERRORS).toHaveProperty(`${code}.status`, status);
  }
});

type Withheld =
  | 'show_billed_characters'
  | 'style_id'
  | 'custom_instructions'
  | 'translation_memory_id'
  | 'translation_memory_threshold';

// Checked by the compiler: a new parameter of the contract must be passed on or withheld on
// purpose.
it('knows every parameter of the contract', () => {
  expectTypeOf<(typeof PARAMETERS)[number] | Withheld>().toEqualTypeOf<keyof TranslateBody>();
});
