import { silentLogger } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration } from '../../configuration/settings.js';
import type { NewKey } from '../../features/keys-and-usage/key-manager.js';
import type { Stores } from '../../open-stores.js';
import { createTestApp } from '../../testing/test-app.js';
import { NO_LIMITS } from '../accounts/key-record.js';
import { openTestStores } from '../database/testing/test-stores.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

let accounts: Stores;
let app: FastifyInstance;
/** A real connection: answers are billed when they have been sent as a whole. */
let address: string;
beforeEach(async () => {
  accounts = await openTestStores(() => NOW);
  await serve();
});
afterEach(async () => {
  await app.close();
  await accounts.close();
});

/** Lines that the last server has written, from level `info` on. */
let lines: object[] = [];

const serve = async (settings: Partial<Configuration> = {}): Promise<void> => {
  lines = [];
  app = await createTestApp({
    accounts,
    engine: createFakeEngine({ transform: 'upper', failOn: 'fail' }),
    settings,
    now: () => NOW,
    parts: { log: { ...silentLogger, info: (fields) => lines.push(fields) } },
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
};

/** The same accounts behind a server with a limit for all keys together. */
const limitAccount = async (characters: number): Promise<void> => {
  await app.close();
  await serve({ accountCharactersPerMonth: characters });
};

const makeKey = async (key: Partial<NewKey> = {}) => {
  const { secret, record } = await accounts.keyManager.create('test', {
    name: 'a key',
    isNumbered: true,
    ...key,
  });
  return { secret, id: record.id };
};

const call = async (
  secret: string,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) => {
  const answer = await fetch(`${address}${url}`, {
    method,
    headers: {
      authorization: `Service-Auth-Key ${secret}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
};

const translate = (secret: string, text: readonly string[], more: object = {}) =>
  call(secret, 'POST', '/v2/translate', { text, source_lang: 'EN', target_lang: 'ES', ...more });

const used = async (secret: string): Promise<number> =>
  (await call(secret, 'GET', '/v2/usage')).body.character_count;

const NO_DOCUMENTS = { document_count: 0, document_limit: 1_000_000_000_000 };

describe('/v2/usage', () => {
  it('shows a key of the free plan its own usage', async () => {
    const { secret } = await makeKey({ plan: 'free', limits: { charactersPerMonth: 500 } });
    const { secret: other } = await makeKey();
    await translate(secret, ['año 😀', 'x']);
    await translate(other, ['something else']);
    for (const method of ['GET', 'POST'] as const) {
      expect((await call(secret, method, '/v2/usage')).body).toEqual({
        character_count: 6,
        character_limit: 500,
        ...NO_DOCUMENTS,
      });
    }
  });

  it('shows a key of the paid plan the usage of the account and its own', async () => {
    const { secret } = await makeKey({ limits: { charactersPerMonth: 500 } });
    const { secret: other } = await makeKey();
    await translate(secret, ['12345']);
    await translate(other, ['1234567']);
    const { body } = await call(secret, 'GET', '/v2/usage');
    expect(body).toEqual({
      character_count: 12,
      character_limit: 1_000_000_000_000,
      ...NO_DOCUMENTS,
      products: [
        {
          product_type: 'translate',
          billing_unit: 'characters',
          api_key_unit_count: 5,
          account_unit_count: 12,
          api_key_character_count: 5,
          character_count: 12,
        },
      ],
      api_key_character_count: 5,
      api_key_character_limit: 500,
      start_time: '2026-11-01T00:00:00.000Z',
      end_time: '2026-12-01T00:00:00.000Z',
    });
  });
});

describe('the request log', () => {
  const line = { route: '/v2/translate', status: 200, key: expect.any(String) };

  /** What is written of one translation, and the key it was sent with. */
  const writtenWith = async (logDetails: Configuration['logDetails']) => {
    await app.close();
    await serve({ logDetails });
    const { secret } = await makeKey({ name: 'web team' });
    expect((await translate(secret, ['hello'])).status).toBe(200);
    // The line is written after the answer has been received.
    await app.close();
    return { secret, written: lines };
  };

  it('has neither texts nor names of keys, nor lines where nobody asks for more', async () => {
    expect((await writtenWith(undefined)).written).toEqual([]);
  });

  it('has the names and beginnings of keys where they are wanted, and no texts', async () => {
    const { secret, written } = await writtenWith(['keys']);
    const keyHint = `${secret.slice(0, 8)}…`;
    expect(written).toMatchObject([{ ...line, keyName: 'web team', keyHint }]);
    expect(JSON.stringify(written)).not.toMatch(new RegExp(`hello|${secret}`, 'i'));
  });

  it('has texts and their translations where they are wanted, and no names of keys', async () => {
    const { secret, written } = await writtenWith(['texts']);
    expect(written).toMatchObject([{ ...line, texts: ['hello'], translations: ['HELLO'] }]);
    expect(JSON.stringify(written)).not.toMatch(new RegExp(`web team|${secret.slice(0, 8)}`));
  });
});

describe('the limit of the account', () => {
  it('is shown to keys of the paid plan, and to others if it is the first they reach', async () => {
    await limitAccount(1000);
    const { secret: paid } = await makeKey();
    const { secret: unlimited } = await makeKey({ plan: 'free' });
    const { secret: limited } = await makeKey({ plan: 'free', limits: { charactersPerMonth: 20 } });
    await translate(limited, ['12345']);
    await translate(paid, ['1234567']);
    const usage = async (secret: string) => (await call(secret, 'GET', '/v2/usage')).body;
    expect(await usage(paid)).toMatchObject({
      character_count: 12,
      character_limit: 1000,
      api_key_character_count: 7,
      api_key_character_limit: 1_000_000_000_000,
    });
    expect(await usage(unlimited)).toMatchObject({ character_count: 12, character_limit: 1000 });
    expect(await usage(limited)).toMatchObject({ character_count: 5, character_limit: 20 });
  });

  it('counts all keys together and answers with 456 before any work is done', async () => {
    await limitAccount(20);
    const { secret: one } = await makeKey();
    const { secret: two } = await makeKey({ limits: { charactersPerMonth: 100 } });
    expect((await translate(one, ['0123456789'])).status).toBe(200);
    expect((await translate(two, ['please fail'])).status).toBe(456);
    expect((await translate(two, ['0123456789'])).status).toBe(200);
    for (const secret of [one, two]) {
      const answer = await translate(secret, ['x']);
      expect([answer.status, answer.body.code]).toEqual([456, 'quota_exceeded']);
    }
    expect(await used(one)).toBe(20);
  });

  it('takes nothing of the account for what a key may not use itself', async () => {
    await limitAccount(20);
    const { secret: small } = await makeKey({ limits: { charactersPerMonth: 5 } });
    const { secret: other } = await makeKey();
    expect((await translate(small, ['0123456789'])).status).toBe(456);
    expect((await translate(other, ['0123456789'])).status).toBe(200);
    expect((await translate(small, ['12345'])).status).toBe(200);
    expect((await translate(other, ['123456'])).status).toBe(456);
    expect((await translate(other, ['12345'])).status).toBe(200);
  });
});

describe('billing', () => {
  it('equals the billed characters of the answer', async () => {
    const { secret } = await makeKey({ plan: 'free' });
    const { body } = await translate(secret, ['👩‍👩‍👧 a', '', 'é'], {
      show_billed_characters: true,
    });
    const billed = body.translations.map(
      (row: { billed_characters: number }) => row.billed_characters,
    );
    expect(billed).toEqual([7, 0, 1]);
    expect(await used(secret)).toBe(8);
  });

  it.each([
    [400, { target_lang: 'xx' }, ['hello']],
    [400, { target_lang: 'DE' }, ['hello']],
    [503, {}, ['please fail']],
  ])('is nothing for a %i', async (status, more, text) => {
    const { secret } = await makeKey({ plan: 'free', limits: { charactersPerMonth: 100 } });
    expect((await translate(secret, text, more)).status).toBe(status);
    expect(await used(secret)).toBe(0);
    expect((await translate(secret, ['x'.repeat(100)])).status).toBe(200);
  });

  it('is exact when many requests come at once', async () => {
    const { secret } = await makeKey({ plan: 'free', limits: { charactersPerMonth: 100 } });
    const answers = await Promise.all(
      // All different: identical ones would share one translation, yet each is billed.
      Array.from({ length: 9 }, (_, index) => translate(secret, [`${index}`.repeat(15)])),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array(6).fill(200), 456, 456, 456]);
    expect(await used(secret)).toBe(90);
  });

  it('counts every answer, also of requests that shared the work', async () => {
    const { secret } = await makeKey({ plan: 'free' });
    await Promise.all([translate(secret, ['same']), translate(secret, ['same'])]);
    expect(await used(secret)).toBe(8);
  });
});

describe('limits', () => {
  it('of a month are answered with 456 before any work is done', async () => {
    const { secret } = await makeKey({ plan: 'free', limits: { charactersPerMonth: 5 } });
    const answer = await translate(secret, ['please fail']);
    expect([answer.status, answer.body.code]).toEqual([456, 'quota_exceeded']);
    expect(answer.body.message).toBe('Quota for this billing period has been exceeded.');
    expect((await translate(secret, ['12345'])).status).toBe(200);
  });

  it('per minute are enforced with 429 and Retry-After', async () => {
    const { secret } = await makeKey({ limits: { requestsPerMinute: 1 } });
    expect((await translate(secret, ['a'])).status).toBe(200);
    const second = await translate(secret, ['a']);
    expect([second.status, second.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(50);
    const { secret: other } = await makeKey({ limits: { charactersPerMinute: 10 } });
    expect((await translate(other, ['0123456789'])).status).toBe(200);
    expect((await translate(other, ['0'])).status).toBe(429);
    expect((await call(other, 'GET', '/v2/languages')).status).toBe(200);
  });
});

describe('the fields that tell of limits', () => {
  const limitFields = ({ headers }: { readonly headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
  const ask = (secret: string) =>
    fetch(`${address}/v2/usage`, { headers: { authorization: `Service-Auth-Key ${secret}` } });

  it('count down to the 429', async () => {
    const { secret } = await makeKey({ limits: { ...NO_LIMITS, requestsPerMinute: 2 } });
    expect(limitFields(await ask(secret))).toEqual(['2', '1', '30']);
    expect(limitFields(await ask(secret))).toEqual(['2', '0', '60']);
    const refused = await ask(secret);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(limitFields(refused)).toEqual(['2', '0', '30']);
  });

  it('are not there where a key has no such limit', async () => {
    const { secret } = await makeKey();
    expect(limitFields(await ask(secret))).toEqual([null, null, null]);
  });
});

describe('a body that is no UTF-8', () => {
  const latin1 = Buffer.from('text=caf\xe9&target_lang=es&source_lang=en', 'latin1');

  it.each([
    ['a form', 'application/x-www-form-urlencoded', latin1],
    [
      'percent codes of a form',
      'application/x-www-form-urlencoded',
      Buffer.from('text=caf%E9&target_lang=es&source_lang=en'),
    ],
    [
      'JSON',
      'application/json',
      Buffer.from('{"text": ["caf\xe9"], "target_lang": "es", "source_lang": "en"}', 'latin1'),
    ],
  ])('is a 400 and bills nothing: %s', async (_what, type, body) => {
    const { secret } = await makeKey({ plan: 'free' });
    const answer = await fetch(`${address}/v2/translate`, {
      method: 'POST',
      headers: { authorization: `Service-Auth-Key ${secret}`, 'content-type': type },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'malformed_body',
      message: expect.stringContaining('not valid UTF-8'),
    });
    expect((await call(secret, 'GET', '/v2/usage')).body.character_count).toBe(0);
  });

  it.each([
    ['application/json; charset=iso-8859-1', 415],
    ['application/json;charset="windows-1252"', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=x-unknown', 415],
    ['application/json; charset=UTF-8', 200],
    ['application/json; charset="utf8"', 200],
    ['application/json; charset=us-ascii', 200],
  ])('is refused where its type says so: %s is a %i', async (type, expected) => {
    const { secret } = await makeKey();
    const answer = await fetch(`${address}/v2/translate`, {
      method: 'POST',
      headers: { authorization: `Service-Auth-Key ${secret}`, 'content-type': type },
      body: '{"text": ["house"], "target_lang": "es", "source_lang": "en"}',
    });
    expect(answer.status).toBe(expected);
    if (expected === 415) {
      const { message } = (await answer.json()) as { message: string };
      expect(message).toMatch(/^The charset \S+ in Content-Type is not supported\. Send UTF-8\.$/);
    }
  });
});

describe('permissions', () => {
  it.each([
    ['translate', [200, 403, 403, 403]],
    ['usage', [403, 200, 403, 200]],
    ['admin', [403, 200, 200, 200]],
  ] as const)('%s opens its own endpoints only', async (permission, expected) => {
    const { secret } = await makeKey({ permissions: [permission] });
    const statuses = [
      (await translate(secret, ['a'])).status,
      (await call(secret, 'GET', '/v2/usage')).status,
      (await call(secret, 'GET', '/v2/admin/developer-keys')).status,
      (await call(secret, 'GET', '/metrics')).status,
    ];
    expect(statuses).toEqual(expected);
    expect((await call(secret, 'GET', '/v2/languages')).status).toBe(200);
  });
});

describe('the admin endpoints', () => {
  const KEYS = '/v2/admin/developer-keys';

  it('create a key that works and return it once', async () => {
    const admin = await makeKey({ permissions: ['admin'] });
    const made = await call(admin.secret, 'POST', KEYS, { label: 'web team' });
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      key_id: expect.any(String),
      label: 'web team',
      creation_time: expect.stringMatching(/^\d{4}-.*Z$/),
      is_deactivated: false,
      usage_limits: { characters: null, documents: null, tokens: null },
      api_key: expect.any(String),
    });
    expect((await translate(made.body.api_key, ['a'])).status).toBe(200);
    const { api_key, ...listed } = made.body;
    const list = await call(admin.secret, 'GET', KEYS);
    expect(list.body).toContainEqual(listed);
    expect(JSON.stringify(list.body)).not.toContain(api_key);
    expect((await call(admin.secret, 'POST', KEYS)).body.label).toBe('API Key');
  });

  it('give no two valid keys one name', async () => {
    const admin = await makeKey({ permissions: ['admin'] });
    const make = (body: object) => call(admin.secret, 'POST', KEYS, body);
    const first = await make({ label: 'web team' });
    const second = await make({ label: 'mobile' });
    const taken = {
      status: 400,
      body: { code: 'invalid_parameter', message: expect.stringContaining("'Web Team'") },
    };
    expect(await make({ label: 'Web Team' })).toMatchObject(taken);
    const rename = (label: string) =>
      call(admin.secret, 'PUT', `${KEYS}/label`, { key_id: second.body.key_id, label });
    expect(await rename('Web Team')).toMatchObject(taken);
    expect((await rename('MOBILE')).body.label).toBe('MOBILE');
    expect([(await make({})).body.label, (await make({})).body.label]).toEqual([
      'API Key',
      'API Key 2',
    ]);
    await call(admin.secret, 'PUT', `${KEYS}/deactivate`, { key_id: first.body.key_id });
    expect((await make({ label: 'web team' })).status).toBe(200);
  });

  it('rename, limit and deactivate', async () => {
    const admin = await makeKey({ permissions: ['admin'] });
    const { id, secret } = await makeKey();
    const put = (what: string, body: object) => call(admin.secret, 'PUT', `${KEYS}/${what}`, body);
    expect((await put('label', { key_id: id, label: 'new' })).body.label).toBe('new');
    const limited = await put('limits', { key_id: id, characters: 5 });
    expect(limited.body.usage_limits).toEqual({ characters: 5, documents: null, tokens: null });
    expect((await translate(secret, ['123456'])).status).toBe(456);
    const counted = await put('limits', { key_id: id, documents: 3 });
    expect(counted.body.usage_limits).toEqual({ characters: 5, documents: 3, tokens: null });
    const unlimited = await put('limits', { key_id: id, characters: null });
    expect(unlimited.body.usage_limits).toEqual({ characters: null, documents: 3, tokens: null });
    const off = await put('deactivate', { key_id: id });
    expect(off.body).toMatchObject({
      is_deactivated: true,
      deactivated_time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    // All of them: keys are made by the clock of today, and changed by that of the test.
    expect(
      (await accounts.keyManager.audit(100)).map(({ actor, action }) => [actor, action]),
    ).toEqual(
      expect.arrayContaining([
        [`key ${admin.id}`, 'rename'],
        [`key ${admin.id}`, 'limit'],
        [`key ${admin.id}`, 'revoke'],
      ]),
    );
  });

  it.each([
    ['label', { key_id: 'nobody', label: 'x' }, 404, 'not_found'],
    ['deactivate', { key_id: 'nobody' }, 404, 'not_found'],
    ['limits', { key_id: 'nobody', characters: 1 }, 404, 'not_found'],
    ['limits', { key_id: 'nobody', characters: -1 }, 400, 'invalid_parameter'],
    ['limits', { key_id: 'nobody', characters: 1.5 }, 400, 'invalid_parameter'],
    ['limits', { characters: 1 }, 400, 'invalid_parameter'],
    ['limits', { key_id: 'nobody' }, 400, 'invalid_parameter'],
    ['limits', { key_id: 'nobody', documents: -1 }, 400, 'invalid_parameter'],
    ['label', { key_id: 'nobody', label: '' }, 400, 'invalid_parameter'],
    ['label', { key_id: 'nobody', label: 'a\nb' }, 400, 'invalid_parameter'],
    ['label', { key_id: 'nobody', label: 'a\u001b[2J' }, 400, 'invalid_parameter'],
    ['label', { key_id: 'nobody', label: 'a\u202eb' }, 400, 'invalid_parameter'],
    ['label', [], 400, 'malformed_body'],
  ])('refuse %s with %j', async (what, body, status, code) => {
    const admin = await makeKey({ permissions: ['admin'] });
    const answer = await call(admin.secret, 'PUT', `${KEYS}/${what}`, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('report usage in total, by key, and by key and day', async () => {
    const admin = await makeKey({ permissions: ['admin'], name: 'boss' });
    const web = await makeKey({ name: 'web team' });
    const app_ = await makeKey({ name: 'app team' });
    await translate(web.secret, ['12345']);
    await translate(app_.secret, ['123']);
    const report = async (query: string) =>
      (await call(admin.secret, 'GET', `/v2/admin/analytics?${query}`)).body.usage_report;
    const november = 'start_date=2026-11-01&end_date=2026-11-30';
    const usage = (total_characters: number) => ({
      total_characters,
      text_translation_characters: total_characters,
      document_translation_characters: 0,
      text_improvement_characters: 0,
      speech_to_text_minutes: 0,
    });
    expect(await report(november)).toEqual({
      total_usage: usage(8),
      start_date: '2026-11-01T00:00:00',
      end_date: '2026-11-30T00:00:00',
    });
    const byKey = await report(`${november}&group_by=key`);
    expect(byKey.key_usages).toHaveLength(2);
    expect(byKey.key_usages).toContainEqual({
      api_key: expect.stringMatching(/^.{8}…$/),
      api_key_id: web.id,
      api_key_label: 'web team',
      usage: usage(5),
    });
    const byDay = await report(`${november}&group_by=key_and_day`);
    expect(byDay.key_and_day_usages).toContainEqual(
      expect.objectContaining({
        api_key_label: 'app team',
        usage_date: '2026-11-21T00:00:00Z',
        usage: usage(3),
      }),
    );
    expect(await report('start_date=2026-11-01&end_date=2026-11-20')).toMatchObject({
      total_usage: usage(0),
    });
  });

  it.each([
    '',
    'start_date=2026-11-01',
    'start_date=2026-11-31x&end_date=2026-11-30',
    'start_date=2026-11-30&end_date=2026-11-01',
    'start_date=2024-11-30&end_date=2026-11-01',
    'start_date=2026-11-01&end_date=2026-11-30&group_by=moon',
  ])('refuse a report for "%s"', async (query) => {
    const admin = await makeKey({ permissions: ['admin'] });
    const answer = await call(admin.secret, 'GET', `/v2/admin/analytics?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
  });

  describe('report usage by tag', () => {
    const TAGS = '/v2/admin/analytics/custom-tags';
    const november = 'start_date=2026-11-01&end_date=2026-11-30';
    const send = (secret: string, text: string, tag: string, header = 'X-DeepL-Reporting-Tag') =>
      call(
        secret,
        'POST',
        '/v2/translate',
        { text: [text], source_lang: 'EN', target_lang: 'ES' },
        { [header]: tag },
      );
    const entry = (custom_tag: string, characters: number, more: object = {}) => ({
      custom_tag,
      ...more,
      breakdown: {
        total_characters: characters,
        text_translation_characters: characters,
        text_improvement_characters: 0,
      },
    });

    it('over all keys, of the whole period or day by day', async () => {
      const admin = await makeKey({ permissions: ['admin'] });
      const [one, two] = [await makeKey(), await makeKey()];
      await send(one.secret, '12345', 'Team-Billing');
      await send(two.secret, '123', ' team-billing ');
      await send(two.secret, '1', 'another', 'X-Reporting-Tag');
      await send(two.secret, 'please fail', 'another');
      await translate(two.secret, ['untagged']);
      const report = async (query: string) =>
        (await call(admin.secret, 'GET', `${TAGS}?${query}`)).body.custom_tag_usage_report;
      expect(await report(november)).toEqual({
        aggregate_by: 'period',
        start_date: '2026-11-01T00:00:00',
        end_date: '2026-11-30T00:00:00',
        next_page: null,
        usage: [entry('another', 1), entry('team-billing', 8)],
      });
      const today = { usage_date: '2026-11-21T00:00:00Z' };
      expect(await report(`${november}&aggregate_by=day`)).toMatchObject({
        aggregate_by: 'day',
        usage: [entry('another', 1, today), entry('team-billing', 8, today)],
      });
      expect(await report(`${november}&page=2`)).toMatchObject({ next_page: null, usage: [] });
      expect(await report('start_date=2026-11-01&end_date=2026-11-20')).toMatchObject({
        usage: [],
      });
    });

    it('page by page', async () => {
      const admin = await makeKey({ permissions: ['admin'] });
      const tagAmounts = Array.from({ length: 2001 }, (_, index) => ({
        tag: `tag ${String(index).padStart(4, '0')}`,
        day: '2026-11-02',
        characters: index,
        requests: 1,
      }));
      await accounts.accountStore.addUsage({
        id: 'many',
        atMs: NOW,
        amounts: [],
        tagAmounts,
        shares: { serverId: 'test', expiresAtMs: NOW, remaining: [] },
      });
      const seen: string[] = [];
      const pages = [];
      for (let page: number | null = 1; page !== null; ) {
        const { body } = await call(admin.secret, 'GET', `${TAGS}?${november}&page=${page}`);
        const { usage, next_page } = body.custom_tag_usage_report;
        for (const row of usage) seen.push(row.custom_tag);
        pages.push(page);
        page = next_page;
      }
      expect(pages).toEqual([1, 2, 3]);
      expect(seen).toEqual(tagAmounts.map(({ tag }) => tag));
    });

    it('to admins only', async () => {
      const { secret } = await makeKey();
      expect((await call(secret, 'GET', `${TAGS}?${november}`)).status).toBe(403);
    });

    it.each(['', `${november}&aggregate_by=week`, `${november}&page=0`, `${november}&page=x`])(
      'and refuse one for "%s"',
      async (query) => {
        const admin = await makeKey({ permissions: ['admin'] });
        const answer = await call(admin.secret, 'GET', `${TAGS}?${query}`);
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
      },
    );

    it('and refuse a request whose tag is too long, billing nothing', async () => {
      const { secret } = await makeKey({ plan: 'free' });
      const answer = await send(secret, 'hello', 'x'.repeat(101));
      expect([answer.status, answer.body.parameter]).toEqual([400, 'x-deepl-reporting-tag']);
      expect(await used(secret)).toBe(0);
    });
  });
});
