import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Engine } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { VERSION } from './platform/configuration/version.js';
import { openTestStores } from './platform/database/testing/test-stores.js';
import { createTestApp as createApp, type TestAppOptions } from './testing/test-app.js';

const accounts = await openTestStores();
afterAll(() => accounts.close());
const apps: FastifyInstance[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

const createTestApp = async ({
  settings,
  ...options
}: Pick<TestAppOptions, 'engine' | 'settings'> = {}): Promise<FastifyInstance> => {
  const app = await createApp({
    accounts,
    settings: { authKey: 'the-key', ...settings },
    ...options,
  });
  apps.push(app);
  return app;
};

const authorization = 'Service-Auth-Key the-key';

const translate = (app: FastifyInstance, payload: object | string, headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/v2/translate',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    payload,
  });

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const hello = { text: ['Good morning, my friend'], target_lang: 'ES', source_lang: 'EN' };

describe('texts that are messages', () => {
  const files = '{count, plural, one {# file} other {# files}}';
  const ask = async (more: object) => {
    const answer = await translate(await createTestApp(), { ...hello, ...more });
    return { status: answer.statusCode, ...answer.json() };
  };

  it('keep their branches unless they are said to be', async () => {
    const { translations } = await ask({ text: [`Delete ${files}?`] });
    expect(translations[0].text).toBe(`DELETE ${files}?`);
  });

  it('are translated branch by branch, and other texts beside them as usual', async () => {
    const { translations } = await ask({
      text: [`Delete ${files}?`, 'The house', '{n, plural, other {#}}'],
      message_format: 'icu',
      show_billed_characters: true,
    });
    expect(translations).toMatchObject([
      {
        text: '{count, plural, one {DELETE # FILE?} other {DELETE # FILES?}}',
        billed_characters: `Delete ${files}?`.length,
      },
      { text: 'THE HOUSE', billed_characters: 9 },
      { text: '{n, plural, other {#}}' },
    ]);
  });

  it('are refused where they are not well-formed, with their place in the list', async () => {
    const text = ['The house', '{n, plural, one {# file} other {# files}'];
    expect(await ask({ text, message_format: 'icu' })).toMatchObject({
      status: 400,
      parameter: 'text',
      message: expect.stringContaining('Text 2'),
    });
  });

  it('are refused where their branches make far more text of them', async () => {
    const many = `{n, select, ${'a {this} '.repeat(200)} other {that}} of ${'the files '.repeat(50)}`;
    const answer = await ask({ text: Array(4).fill(many), message_format: 'icu' });
    expect(answer).toMatchObject({
      status: 400,
      parameter: 'text',
      message: expect.stringContaining('more than 200000 characters'),
    });
  });

  it('are no markup', async () => {
    const answer = await ask({ message_format: 'icu', tag_handling: 'html' });
    expect(answer).toMatchObject({ status: 400, parameter: 'message_format' });
  });
});

describe('what clients send in their own ways', () => {
  it.each(['/v2/translate/', '/v2/translate'])('reaches %s', async (url) => {
    const app = await createTestApp();
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { authorization },
      payload: hello,
    });
    expect(answer.statusCode).toBe(200);
  });

  it.each([
    ['text[]', 'text[]=one&text[]=two'],
    ['text[0], in the order of its numbers', 'text[10]=two&text[9]=one'],
    ['both', 'text=one&text[]=two'],
    ['encoded brackets', 'text%5B0%5D=one&text%5B1%5D=two'],
  ])('reads %s in a form', async (_what, texts) => {
    const app = await createTestApp();
    const answer = await translate(app, `${texts}&target_lang=ES&source_lang=EN`, form);
    expect(answer.json().translations.map(({ text }: { text: string }) => text)).toEqual([
      'ONE',
      'TWO',
    ]);
  });

  it.each(['text[]=one&text[1]=two', 'text=one&text[0]=two'])(
    'refuses a list in a form that is numbered only in part: %s',
    async (texts) => {
      const app = await createTestApp();
      const answer = await translate(app, `${texts}&target_lang=ES&source_lang=EN`, form);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message).toContain("some members of 'text'");
    },
  );

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('unpacks a body in %s', async (encoding, pack) => {
    const app = await createTestApp();
    const answer = await translate(app, pack(JSON.stringify(hello)), {
      'content-encoding': encoding,
    });
    expect([answer.statusCode, answer.json().translations?.length]).toEqual([200, 1]);
  });

  it.each([
    ['one that is too large when unpacked', 'gzip', gzipSync(Buffer.alloc(9_000_000, 32)), 413],
    ['one that is broken', 'gzip', Buffer.from('{"text":"a"}'), 400],
    ['one that ends too early', 'gzip', gzipSync(JSON.stringify(hello)).subarray(0, 30), 400],
    ['another encoding', 'zstd', Buffer.from('x'), 415],
  ])('refuses a packed body: %s', async (_what, encoding, payload, status) => {
    const app = await createTestApp();
    const answer = await translate(app, payload, { 'content-encoding': encoding });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).not.toContain('internal');
  });
});

describe('POST /v2/translate', () => {
  it('answers one translation per string in input order', async () => {
    const app = await createTestApp();
    const answer = await translate(app, { ...hello, text: ['one', '', 'two', 'one'] });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      translations: ['ONE', '', 'TWO', 'ONE'].map((text) => ({
        detected_source_language: 'EN',
        text,
      })),
    });
  });

  it('detects the language of each string', async () => {
    const app = await createTestApp();
    const text = ['This is my house, and that is yours.', 'Esta es mi casa, y aquella es la tuya.'];
    const { translations } = (await translate(app, { text, target_lang: 'es' })).json();
    expect(translations).toEqual([
      { detected_source_language: 'EN', text: text[0]?.toUpperCase() },
      { detected_source_language: 'ES', text: text[1] },
    ]);
  });

  it('takes a form with repeated texts, with one text, and with unknown keys', async () => {
    const app = await createTestApp();
    const texts = async (body: string) =>
      (await translate(app, body, form)).json().translations.map((t: { text: string }) => t.text);
    expect(await texts('text=a+b&text=%C3%BC&target_lang=es&source_lang=en')).toEqual(['A B', 'Ü']);
    expect(await texts('text=one&target_lang=es&source_lang=en&foo=bar&foo=baz')).toEqual(['ONE']);
  });

  it('says how many characters it bills, in code points, when asked', async () => {
    const app = await createTestApp();
    const body = { ...hello, text: ['año 😀', ''], show_billed_characters: true };
    const { translations } = (await translate(app, body)).json();
    expect(translations.map((t: { billed_characters: number }) => t.billed_characters)).toEqual([
      5, 0,
    ]);
  });

  it('names the kind of model it used when one was asked for, and only then', async () => {
    const both = createFakeEngine({
      pairs: [
        { source: 'en', target: 'es', modelTypes: ['latency_optimized', 'quality_optimized'] },
      ],
    });
    const app = await createTestApp({ engine: both });
    const used = async (change: object) =>
      (await translate(app, { ...hello, ...change })).json().translations[0].model_type_used;
    expect(await used({})).toBeUndefined();
    expect(await used({ model_type: 'latency_optimized' })).toBe('latency_optimized');
    expect(await used({ model_type: 'quality_optimized' })).toBe('quality_optimized');
    expect(await used({ model_type: 'prefer_quality_optimized' })).toBe('quality_optimized');
    // Rule 4: a source that has to be detected asks for the better model.
    expect(await used({ model_type: 'latency_optimized', source_lang: undefined })).toBe(
      'quality_optimized',
    );
  });

  it('settles for the only model there is and says so', async () => {
    const app = await createTestApp();
    const answer = await translate(app, { ...hello, model_type: 'quality_optimized' });
    expect(answer.json().translations[0].model_type_used).toBe('latency_optimized');
  });

  it('keeps the line breaks and spacing between sentences', async () => {
    const app = await createTestApp();
    const text = '  First one.\r\n\r\n\tSecond one.  Third one?\n';
    const answer = await translate(app, { ...hello, text: [text] });
    expect(answer.json().translations[0].text).toBe(text.toUpperCase());
  });

  it('gives back the key it was asked with in no answer', async () => {
    const app = await createTestApp();
    expect((await translate(app, hello)).body).not.toContain('the-key');
    expect((await translate(app, { ...hello, target_lang: 'xx' })).body).not.toContain('the-key');
  });
});

describe('authorization', () => {
  it.each(['Service-Auth-Key the-key', 'DeepL-Auth-Key the-key', 'service-auth-key  the-key'])(
    'accepts %s',
    async (value) => {
      const app = await createTestApp();
      expect((await translate(app, hello, { authorization: value })).statusCode).toBe(200);
    },
  );

  it.each([
    '',
    'the-key',
    'Bearer the-key',
    'Service-Auth-Key',
    'Service-Auth-Key wrong',
    'Service-Auth-Key the-key x',
    `Service-Auth-Key ${'x'.repeat(5000)}`,
  ])('refuses "%s" with 403', async (value) => {
    const app = await createTestApp();
    const answer = await translate(app, hello, { authorization: value });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'unauthorized' });
  });

  it('accepts only the schemes that are configured', async () => {
    const app = await createTestApp({ settings: { authSchemes: ['Bearer'] } });
    expect((await translate(app, hello)).statusCode).toBe(403);
    const answer = await translate(app, hello, { authorization: 'Bearer the-key' });
    expect(answer.statusCode).toBe(200);
  });

  it('comes before everything else that could be wrong', async () => {
    const app = await createTestApp();
    const answer = await translate(app, 'x'.repeat(200_000), { authorization: 'no' });
    expect(answer.statusCode).toBe(403);
    for (const url of ['/v2/nothing', '/v3/glossaries/1', '/v2/write/rephrase']) {
      const payload = { text: 'x'.repeat(200_000) };
      const { statusCode } = await app.inject({ method: 'POST', url, payload });
      expect([url, statusCode]).toEqual([url, 403]);
    }
  });
});

describe('a key that is refused', () => {
  const scheme = 'Service-Auth-Key';
  it.each([
    ['is missing', {}, '', 'there is no API key in the Authorization header'],
    ['is empty', { authorization: '' }, '', 'there is no API key in the Authorization header'],
    [
      'has the wrong word before it',
      { authorization: 'Bearer the-key' },
      '',
      'does not begin with',
    ],
    ['has no word before it', { authorization: 'the-key' }, '', 'it has one word, not a scheme'],
    ['is malformed', { authorization: `${scheme} the key` }, '', 'more than a scheme'],
    ['is left out', { authorization: scheme }, '', 'it has one word, not a scheme'],
    ['is unknown', { authorization: `${scheme} other` }, '', 'unknown or was revoked'],
    ['is in the address', {}, '?auth_key=the-key', 'in the wrong place'],
    ['is in another field', { 'x-api-key': 'the-key' }, '', 'in the wrong place'],
  ])('%s: is told so, and how to send it', async (_what, headers, query, problem) => {
    const app = await createTestApp();
    const answer = await app.inject({
      method: 'POST',
      url: `/v2/translate${query}`,
      headers,
      payload: hello,
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'unauthorized']);
    expect(answer.json().message).toContain(problem);
    expect(answer.json().message).toContain("'Authorization: Service-Auth-Key <API key>'");
    expect(answer.body).not.toContain('the-key');
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'text=house&target_lang=es&auth_key=the-key'],
    ['JSON', 'application/json', '{"text":["house"],"target_lang":"es","auth_key":"the-key"}'],
    ['JSON', 'application/json; charset=utf-8', '{"auth_key":"no such key"}'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="auth_key"\r\n\r\nthe-key\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--x--\r\n',
    ],
  ])('is in the body, %s: is told so, whether it exists or not', async (_what, type, payload) => {
    const app = await createTestApp();
    const headers = { 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/v2/translate', headers, payload });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toContain('the API key is in the wrong place');
  });

  it.each([
    ['a text', 'application/json', '{"text":["auth_key=1", "\\"auth_key\\": 1"]}'],
    ['a broken body', 'application/json', '{"auth_key":'],
    [
      'a body that is too large to look at',
      'application/json',
      `{"auth_key":"${'x'.repeat(17_000)}"}`,
    ],
    ['another type', 'text/plain', 'auth_key=the-key'],
  ])('is not seen in %s', async (_what, type, payload) => {
    const app = await createTestApp();
    const headers = { 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/v2/translate', headers, payload });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toContain('there is no API key in the Authorization header');
  });
});

describe('a body that is no JSON', () => {
  it.each([
    ['{"text": ["a"]\n "target_lang": "es"}', 'line 2, column 2: a comma is expected'],
    ["{'text': 'a'}", 'line 1, column 2'],
    ['{"text": ["a", "target_lang": "es"}', 'line 1, column 29: a comma is expected'],
    ['{"text": "a\nb"}', 'line 1, column 10'],
    ['{"text": ["a"], "target_lang": "es"', 'a closing brace is missing'],
    ['', 'is empty'],
    [`${'['.repeat(60_000)}`, 'more than 100 levels deep'],
  ])('%.30j is told where and why', async (payload, where) => {
    const app = await createTestApp();
    const answer = await translate(app, payload);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_body']);
    expect(answer.json().message).toContain(where);
  });
});

describe('a browser that opens an address', () => {
  const open = async (
    url: string,
    accept = 'text/html,application/xhtml+xml,*/*;q=0.8',
    languages = 'en',
  ) => {
    const app = await createTestApp();
    const headers = { accept, 'accept-language': languages };
    const answer = await app.inject({ url, headers });
    return { ...answer, type: answer.headers['content-type'] };
  };

  it('is refused with a page', async () => {
    const { statusCode, type, body } = await open('/nowhere');
    expect([statusCode, type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('There is nothing at this path.</p>');
    expect((await open('/metrics')).type).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['/nowhere', './'],
    ['/two/deep?a=b/c', '../'],
    ['/three/parts/', '../../'],
  ])('finds the page and the reference also below a path of a proxy: %s', async (url, home) => {
    const links = (await open(url)).body.matchAll(/href="([^"]*)"/g);
    expect([...links].map(([, link]) => link)).toEqual([home, `${home}docs`]);
  });

  it('is refused in its own language', async () => {
    const { body, headers } = await open('/nowhere', undefined, 'xx, ar;q=0.9, en;q=0.8');
    // A cache in between keeps a page for each language.
    expect(headers.vary).toBe('accept, accept-language');
    expect(body).toContain('<html lang="ar" dir="rtl">');
    expect(body).toContain('<p>لا توجد صفحة في هذا العنوان.</p>');
    expect(body).toContain('<p lang="en" dir="ltr">There is nothing at this path.</p>');
  });

  it('gets JSON where only programs ask, as does every program', async () => {
    expect((await open('/v2/languages')).type).toMatch('application/json');
    expect((await open('/nowhere', '*/*')).type).toMatch('application/json');
  });
});

describe('every error has one shape', () => {
  const shape = {
    message: expect.any(String),
    code: expect.any(String),
    request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  };

  it.each([
    [400, 'invalid_parameter', { ...hello, target_lang: 'xx' }],
    [400, 'invalid_parameter', { ...hello, source_lang: 'ZH-HANS' }],
    [400, 'invalid_parameter', { ...hello, source_lang: 'en-US' }],
    [400, 'invalid_parameter', { ...hello, formality: 'more' }],
    [400, 'invalid_parameter', { ...hello, glossary_id: '0123' }],
    [
      400,
      'invalid_parameter',
      { ...hello, model_type: 'latency_optimized', tag_handling_version: 'v2' },
    ],
    [400, 'invalid_parameter', { ...hello, text: [] }],
    [400, 'language_not_installed', { ...hello, target_lang: 'de' }],
    [400, 'language_not_installed', { ...hello, source_lang: 'ja' }],
    [400, 'language_not_installed', { text: 'Guten Morgen, mein Freund', target_lang: 'es' }],
    [400, 'malformed_body', '{"text": ["a"'],
    [400, 'malformed_body', ''],
    [400, 'malformed_body', '[]'],
    [400, 'malformed_body', '{"__proto__": {"a": 1}, "text": ["a"], "target_lang": "es"}'],
    [413, 'body_too_large', { ...hello, text: ['a'.repeat(131_072)] }],
  ])('%i %s', async (status, code, payload) => {
    const app = await createTestApp();
    const answer = await translate(app, payload);
    expect(answer.json()).toEqual(expect.objectContaining({ ...shape, code }));
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['x-trace-id']).toBe(answer.json().request_id);
  });

  it('names a bad language before one that is only missing, and what may be meant', async () => {
    const app = await createTestApp();
    const ask = async (source_lang: string, target_lang: string) => {
      const { parameter, message } = (
        await translate(app, { ...hello, source_lang, target_lang })
      ).json();
      return [parameter, message];
    };
    expect(await ask('xx', 'ja')).toEqual(['source_lang', expect.any(String)]);
    expect(await ask('ja', 'xx')).toEqual(['target_lang', expect.any(String)]);
    expect(await ask('en', 'Spanish')).toEqual([
      'target_lang',
      "Value for 'target_lang' not supported. Did you mean ES (Spanish)?",
    ]);
  });

  it('takes the formality in any case', async () => {
    const app = await createTestApp();
    expect((await translate(app, { ...hello, formality: 'Prefer_More' })).statusCode).toBe(200);
    expect((await translate(app, { ...hello, formality: 'MORE' })).json().parameter).toBe(
      'formality',
    );
  });

  it('takes a body of exactly 128 KiB', async () => {
    const app = await createTestApp();
    const empty = JSON.stringify({ ...hello, text: [''] });
    const payload = JSON.stringify({ ...hello, text: [' '.repeat(131_072 - empty.length)] });
    expect(Buffer.byteLength(payload)).toBe(131_072);
    expect((await translate(app, payload)).statusCode).toBe(200);
    expect((await translate(app, `${payload} `)).statusCode).toBe(413);
  });

  it('415 for a media type that is neither JSON nor a form', async () => {
    const app = await createTestApp();
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml']) {
      const answer = await translate(app, 'x', { 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({ ...shape, code: 'unsupported_media_type' });
    }
  });

  it('404 for unknown paths and 405 with Allow for unknown methods', async () => {
    const app = await createTestApp();
    const ask = (method: 'GET' | 'PUT' | 'POST', url: string) =>
      app.inject({ method, url, headers: { authorization } });
    const missing = await ask('GET', '/v2/nothing');
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
    const wrong = await ask('GET', '/v2/translate?text=a');
    expect([wrong.statusCode, wrong.json().code, wrong.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'POST',
    ]);
    expect((await ask('PUT', '/v2/languages')).headers.allow).toBe('GET, POST, HEAD');
    const ofGlossary = '/v3/glossaries/00000000-0000-4000-8000-000000000000';
    const renaming = await ask('PUT', ofGlossary);
    expect(renaming.statusCode).toBe(405);
    expect(renaming.headers.allow?.split(', ').toSorted()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'PATCH',
    ]);
    expect((await ask('POST', `${ofGlossary}/nothing`)).statusCode).toBe(404);
    expect((await ask('PUT', '/v3/glossaries/')).statusCode).toBe(404);
  });

  it('refuses a browser preflight in words, and never sends CORS headers', async () => {
    const app = await createTestApp();
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/v2/translate',
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(403);
    expect(preflight.json()).toMatchObject({ ...shape, code: 'browser_refused' });
    const answer = await translate(app, hello, { origin: 'https://example.org' });
    for (const { headers } of [preflight, answer]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('500 with a request id and neither stack nor path', async () => {
    const broken = {
      ...createFakeEngine(),
      translateBatch: () => Promise.reject(new TypeError('/etc/secret')),
    };
    const app = await createTestApp({ engine: broken });
    const answer = await translate(app, hello);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      message: `Internal error. Please report it with request id ${answer.headers['x-trace-id']}.`,
      code: 'internal',
      request_id: answer.headers['x-trace-id'],
    });
  });

  it('503 when the engine fails', async () => {
    const app = await createTestApp({ engine: createFakeEngine({ failOn: 'friend' }) });
    expect((await translate(app, hello)).statusCode).toBe(503);
  });

  it('504 when the translation takes longer than allowed', async () => {
    const app = await createTestApp({
      engine: createFakeEngine({ delayMs: 60_000 }),
      settings: { requestTimeoutMs: 20 },
    });
    const answer = await translate(app, hello);
    expect([answer.statusCode, answer.json().code]).toEqual([504, 'deadline_exceeded']);
  });

  it('200 for a long text, which gets more time than a short one', async () => {
    const app = await createTestApp({
      engine: createFakeEngine({ delayMs: 200 }),
      settings: { requestTimeoutMs: 100, requestTimeoutGrowthMs: 60_000 },
    });
    expect((await translate(app, hello)).statusCode).toBe(504);
    const long = { ...hello, text: [`${'We see a house. '.repeat(80)}`] };
    expect((await translate(app, long)).statusCode).toBe(200);
  });

  it('429 with Retry-After when there is no room, while health answers', async () => {
    const slow = createFakeEngine({ delayMs: 60_000 });
    const app = await createTestApp({
      engine: slow,
      settings: { requestTimeoutMs: 500, maxConcurrentRequests: 1 },
    });
    // An injected request starts only once somebody waits for it.
    const first = translate(app, hello).then((answer) => answer.statusCode);
    const second = await translate(app, { ...hello, text: ['something else'] });
    expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '1']);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect(await first).toBe(504);
  });
});

describe('running work', () => {
  /** An engine that notes when its batches begin and end early, and never answers by itself. */
  const watchedEngine = () => {
    const events: string[] = [];
    const engine = createFakeEngine({ delayMs: 60_000 });
    const watched: Engine = {
      ...engine,
      translateBatch(batch, options) {
        events.push('begun');
        options.signal.addEventListener('abort', () => events.push('dropped'));
        return engine.translateBatch(batch, options);
      },
    };
    return { engine: watched, events };
  };

  const send = (app: FastifyInstance, body: object, signal: AbortSignal): Promise<unknown> => {
    const { port } = app.server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${port}/v2/translate`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }).catch(() => 'gone');
  };

  it('is shared by identical requests and dropped once all their clients are gone', async () => {
    const { engine, events } = watchedEngine();
    const app = await createTestApp({ engine });
    let arrived = 0;
    app.addHook('preHandler', async () => {
      arrived++;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const clients = [new AbortController(), new AbortController(), new AbortController()];
    const requests = clients.map((client) => send(app, hello, client.signal));
    await expect.poll(() => arrived).toBe(3);
    expect(events).toEqual(['begun']);
    for (const client of clients) client.abort();
    await expect.poll(() => events).toEqual(['begun', 'dropped']);
    expect(await Promise.all(requests)).toEqual(['gone', 'gone', 'gone']);
  });

  it('is not shared by requests that differ in any way', async () => {
    const { engine, events } = watchedEngine();
    const app = await createTestApp({ engine });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const bodies = [hello, { ...hello, split_sentences: '0' }, { ...hello, text: ['Hello again'] }];
    const requests = bodies.map((body) => send(app, body, client.signal));
    await expect.poll(() => events).toEqual(['begun', 'begun', 'begun']);
    client.abort();
    await Promise.all(requests);
  });
});

describe('languages', () => {
  const get = async (app: FastifyInstance, url: string) => {
    const answer = await app.inject({ url, headers: { authorization } });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('are those the engines can do now, with variants among the targets', async () => {
    const app = await createTestApp();
    expect((await get(app, '/v2/languages')).body).toEqual([
      { language: 'EN', name: 'English' },
      { language: 'ES', name: 'Spanish' },
    ]);
    const targets = (await get(app, '/v2/languages?type=target')).body;
    expect(targets.map((row: { language: string }) => row.language)).toEqual([
      'EN-GB',
      'EN-US',
      'ES',
      'ES-419',
    ]);
    expect(targets[0]).toEqual({
      language: 'EN-GB',
      name: 'English (British)',
      supports_formality: false,
    });
  });

  it('are listed with their tags and uses by v3', async () => {
    const app = await createTestApp();
    const { body } = await get(app, '/v3/languages?resource=translate_text');
    expect(body).toContainEqual({
      lang: 'en-US',
      name: 'English (American)',
      usable_as_source: false,
      usable_as_target: true,
      status: 'stable',
      features: {
        glossary: { status: 'stable' },
        style_rules: { status: 'stable' },
        translation_memory: { status: 'stable' },
        tag_handling: { status: 'stable' },
      },
    });
    const english = body.find((row: { lang: string }) => row.lang === 'en');
    expect(Object.keys(english.features)).toEqual([
      'glossary',
      'style_rules',
      'translation_memory',
      'tag_handling',
      'auto_detection',
    ]);
    expect((await get(app, '/v3/languages?resource=translate_document')).body).toEqual(body);
    const glossaryLanguages = (await get(app, '/v3/languages?resource=glossary')).body;
    const codes = (rows: readonly { readonly lang: string }[]) => rows.map(({ lang }) => lang);
    const bases = codes(body).filter((lang) => !lang.includes('-'));
    expect(codes(glossaryLanguages)).toEqual(expect.arrayContaining([...bases, 'ja', 'yue']));
    const styleLanguages = (await get(app, '/v3/languages?resource=style_rules')).body;
    expect(codes(styleLanguages)).toEqual(bases);
  });

  it('have features for texts, documents and writing; the other resources have none', async () => {
    const app = await createTestApp();
    const { body } = await get(app, '/v3/languages/resources');
    for (const { name, features } of body) {
      const { status } = await get(app, `/v3/languages?resource=${name}`);
      const hasFeatures = name.startsWith('translate_') || name === 'write';
      expect([name, status, features.length > 0]).toEqual([name, 200, hasFeatures]);
      const names = features.map((feature: { name: string }) => feature.name);
      // No engine of this server takes instructions or chooses forms of address.
      expect(names).not.toContain('custom_instructions');
      expect(names).not.toContain('formality');
    }
  });

  it.each([
    ['GET', { 'content-type': 'application/x-www-form-urlencoded' }, 'type=target'],
    ['POST', { 'content-type': 'application/x-www-form-urlencoded' }, 'type=target'],
    ['GET', { 'content-type': 'application/json; charset=utf-8' }, '{"type": "target"}'],
    ['POST', { 'content-type': 'application/json' }, '{"type": "target"}'],
  ] as const)('are asked for by %s with a body of %j', async (method, headers, payload) => {
    const app = await createTestApp();
    const request = { method, url: '/v2/languages', payload } as const;
    const answer = await app.inject({ ...request, headers: { authorization, ...headers } });
    expect(answer.json()).toEqual((await get(app, '/v2/languages?type=target')).body);
  });

  it('are asked for by POST without a body, and by GET with an empty one', async () => {
    const app = await createTestApp();
    const sources = (await get(app, '/v2/languages')).body;
    for (const method of ['GET', 'POST'] as const) {
      const type = method === 'GET' ? { 'content-type': 'application/json' } : {};
      const request = { method, url: '/v2/languages', headers: { authorization, ...type } };
      expect((await app.inject(request)).json()).toEqual(sources);
    }
  });

  it('are asked for by the address first, and refuse a body that cannot be read', async () => {
    const app = await createTestApp();
    const ask = (url: string, payload: string) =>
      app.inject({
        method: 'GET',
        url,
        payload,
        headers: { authorization, 'content-type': 'application/json' },
      });
    const answer = await ask('/v2/languages?type=source', '{"type": "target"}');
    expect(answer.json()).toEqual((await get(app, '/v2/languages')).body);
    expect((await ask('/v2/languages', '{')).statusCode).toBe(400);
    expect((await ask('/v2/languages', ' '.repeat(140_000))).statusCode).toBe(413);
  });

  it.each([
    '/v2/languages?type=both',
    '/v3/languages',
    '/v3/languages?resource=x',
    '/v3/languages?product=x',
  ])('are refused for %s', async (url) => {
    const app = await createTestApp();
    expect(await get(app, url)).toMatchObject({ status: 400, body: { code: 'invalid_parameter' } });
  });
});

describe('calls that are not built yet', () => {
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const app = await createTestApp();
    const answer = await app.inject({ method, url, headers: { authorization } });
    return [answer.statusCode, answer.json()];
  };

  it.each([
    ['POST', '/v3/voice/realtime'],
    ['GET', '/v1/quality-evaluation'],
  ] as const)('say that they are not offered: %s %s', async (method, url) => {
    const [status, body] = await ask(method, url);
    expect([status, body.code]).toEqual([404, 'not_offered']);
    expect(body.message).toContain('not offered by this server');
  });
});

describe('metrics', () => {
  it('need a key, and count requests without naming texts or keys', async () => {
    const app = await createTestApp();
    await translate(app, hello);
    expect((await app.inject('/metrics')).statusCode).toBe(403);
    const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
    expect(body).toContain(
      'dragoman_http_request_seconds_count{route="/v2/translate",status="200"} 1',
    );
    expect(body).not.toMatch(/the-key|friend/);
  });

  it('name the version of the server', async () => {
    const app = await createTestApp();
    const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
    expect(body).toContain(`dragoman_build_info{version="${VERSION}"} 1`);
  });

  it('measure the repair of a damaged sentence, by engine and pair', async () => {
    const engine: Engine = {
      ...createFakeEngine(),
      translateBatch: async ({ units }) => units.map(() => ({ text: '', spans: [] })),
    };
    const app = await createTestApp({ engine });
    await translate(app, hello);
    const { body } = await app.inject({ url: '/metrics', headers: { authorization } });
    expect(body).toContain('dragoman_repair_seconds_count{engine="fake",pair="en-es"} 1');
  });
});

describe('health', () => {
  it('needs no key', async () => {
    const app = await createTestApp();
    expect((await app.inject('/health/live')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/health/ready')).json()).toEqual({
      status: 'ready',
      engines: { fake: 'ready' },
    });
  });

  it('is not ready while nothing can be translated', async () => {
    const app = await createTestApp({ engine: createFakeEngine({ pairs: [] }) });
    const answer = await app.inject('/health/ready');
    expect([answer.statusCode, answer.json().status]).toEqual([503, 'not ready']);
  });
});
