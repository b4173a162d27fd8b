import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';
import { acceptsTsv } from './glossary-routes.js';

let accounts: Stores;
let app: FastifyInstance;
let owner = '';
let stranger = '';
beforeAll(async () => {
  accounts = await openTestStores();
  app = await createTestApp({ accounts });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});
// Every test has its own key, and so no glossaries of another test.
beforeEach(async () => {
  owner = (await accounts.keyManager.create('test', { name: 'owner', isNumbered: true })).secret;
  stranger = (await accounts.keyManager.create('test', { name: 'stranger', isNumbered: true }))
    .secret;
});

const UNKNOWN_ID = 'b5f2c0de-1111-4222-8333-444455556666';

interface Call extends Pick<InjectOptions, 'headers' | 'payload'> {
  readonly key?: string;
}

const call = async (
  method: NonNullable<InjectOptions['method']>,
  url: string,
  { key = owner, headers, payload }: Call = {},
) => {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Service-Auth-Key ${key}`, ...headers },
    ...(payload !== undefined && { payload }),
  });
  const type = answer.headers['content-type'] ?? '';
  const isJson = String(type).startsWith('application/json');
  return { status: answer.statusCode, type, body: isJson ? answer.json() : answer.body };
};

const json = (payload: object): Call => ({ payload });
const form = (fields: Readonly<Record<string, string>>): Call => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
});

const GREETINGS = {
  name: 'Greetings',
  source_lang: 'EN',
  target_lang: 'de',
  entries: 'Hello\tGuten Tag\nBye\tTschüss',
  entries_format: 'tsv',
};
const DICTIONARY = { source_lang: 'en', target_lang: 'de', entries: 'Hello\tHallo\nBye\tCiao' };
const SUMMARY = { source_lang: 'en', target_lang: 'de', entry_count: 2 };

const create = async (): Promise<string> =>
  (await call('POST', '/v2/glossaries', json(GREETINGS))).body.glossary_id;

const createMultilingual = async (...dictionaries: readonly object[]): Promise<string> =>
  (await call('POST', '/v3/glossaries', json({ name: 'Words', dictionaries }))).body.glossary_id;

const entriesOf = async (id: string, query = 'source_lang=en&target_lang=de') =>
  (await call('GET', `/v3/glossaries/${id}/entries?${query}`)).body.dictionaries[0].entries;

describe('a glossary of one language pair', () => {
  it.each([
    ['JSON', json(GREETINGS)],
    ['a form', form(GREETINGS)],
    [
      'a form with CSV',
      form({ ...GREETINGS, entries: 'Hello,Guten Tag\nBye,Tschüss', entries_format: 'csv' }),
    ],
  ])('is created with %s', async (_, sent) => {
    const { status, body } = await call('POST', '/v2/glossaries', sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      glossary_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'Greetings',
      ready: true,
      source_lang: 'en',
      target_lang: 'de',
      creation_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      entry_count: 2,
    });
    expect((await call('GET', `/v2/glossaries/${body.glossary_id}`)).body).toEqual(body);
    const upper = body.glossary_id.toUpperCase();
    expect((await call('GET', `/v2/glossaries/${upper}`)).body).toEqual(body);
    expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [body] });
    const { type, body: entries } = await call('GET', `/v2/glossaries/${upper}/entries`);
    expect(type).toBe('text/tab-separated-values; charset=UTF-8');
    expect(entries).toBe(GREETINGS.entries);
  });

  it('is deleted', async () => {
    const id = await create();
    expect(await call('DELETE', `/v2/glossaries/${id}`)).toMatchObject({ status: 204, body: '' });
    expect((await call('GET', `/v2/glossaries/${id}`)).status).toBe(404);
    expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [] });
  });

  it('is deleted by programs that name a type without a body', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await call('DELETE', `/v2/glossaries/${await create()}`, { headers });
    expect(answer).toMatchObject({ status: 204 });
    expect(await call('POST', '/v2/glossaries', { headers })).toMatchObject({
      status: 400,
      body: { message: 'The request body is empty.', code: 'malformed_body' },
    });
  });

  it('may have 10000 entries in one form', async () => {
    const entries = Array.from(
      { length: 10_000 },
      (_, index) => `source-${index}\ttarget-${index}`,
    );
    const sent = form({ ...GREETINGS, entries: entries.join('\n') });
    const { status, body } = await call('POST', '/v2/glossaries', sent);
    expect([status, body.entry_count]).toEqual([201, 10_000]);
  });

  it('only sends its entries as tab-separated values', async () => {
    const id = await create();
    const headers = { accept: 'application/json' };
    expect(await call('GET', `/v2/glossaries/${id}/entries`, { headers })).toMatchObject({
      status: 415,
      body: { message: 'No supported media type specified in Accept header' },
    });
  });

  it.each([
    [{ name: undefined }, 'Missing or invalid argument: name', 'name'],
    [{ name: ' ' }, 'Missing or invalid argument: name', 'name'],
    [{ name: 'é'.repeat(513) }, "Value for 'name' not supported.", 'name'],
    [{ name: 'a\nb' }, "Value for 'name' not supported.", 'name'],
    [{ name: 1 }, "Value for 'name' not supported.", 'name'],
    [{ source_lang: undefined }, "Parameter 'source_lang' not specified.", 'source_lang'],
    [{ target_lang: 'xx' }, "Value for 'target_lang' not supported.", 'target_lang'],
    [{ target_lang: 'en-GB' }, 'send EN', 'target_lang'],
    [{ target_lang: 'en' }, "Value for 'target_lang' not supported.", 'target_lang'],
    [{ entries: undefined }, "Parameter 'entries' not specified.", 'entries'],
    [{ entries_format: 'xlsx' }, 'Unsupported entry format specified', 'entries_format'],
  ])('is not created with %j', async (change, message, parameter) => {
    const sent = { ...GREETINGS, ...change };
    const { status, body } = await call('POST', '/v2/glossaries', json(sent));
    expect([status, body.code, body.parameter]).toEqual([400, 'invalid_parameter', parameter]);
    expect(body.message).toContain(message);
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [] });
  });

  it('says which entry is wrong', async () => {
    const entries = 'Hello\tHallo!\nHello\tGuten Tag';
    const { status, body } = await call('POST', '/v2/glossaries', json({ ...GREETINGS, entries }));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'Invalid glossary entries provided',
      detail:
        'Key with the index 1 (starting at position 13) duplicates key with the index 0 (starting at position 0)',
    });
    const empty = json({ ...GREETINGS, entries: '', entries_format: 'csv' });
    expect((await call('POST', '/v2/glossaries', empty)).body).toMatchObject({
      message: 'Bad request',
      detail: 'Missing or invalid argument: entries',
    });
  });

  it('may have 10 MiB of entries in any encoding, and no more', async () => {
    const line = 'é'.repeat(500);
    const longest = Array.from({ length: 5220 }, (_, index) => `${index} ${line}\t${line}`).join(
      '\n',
    );
    const tooLong = Array.from({ length: 5230 }, (_, index) => `${index} ${line}\t${line}`).join(
      '\n',
    );
    expect(Buffer.byteLength(longest)).toBeGreaterThan(0.99 * 10 * 1024 * 1024);
    expect(
      (await call('POST', '/v2/glossaries', form({ ...GREETINGS, entries: longest }))).status,
    ).toBe(201);
    const { status, body } = await call(
      'POST',
      '/v2/glossaries',
      json({ ...GREETINGS, entries: tooLong }),
    );
    expect([status, body.code]).toEqual([413, 'body_too_large']);
    expect(body.message).toContain('10485760 bytes');
  });

  it('is refused before it is read if it cannot fit', async () => {
    const payload = 'x'.repeat(33 * 1024 * 1024);
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await call('POST', '/v2/glossaries', { headers, payload });
    expect([status, body.message]).toEqual([
      413,
      'The request body is larger than 32505856 bytes.',
    ]);
  });
});

describe('a glossary of several language pairs', () => {
  const reverse = {
    source_lang: 'DE',
    target_lang: 'en',
    entries: 'Hallo,Hello',
    entries_format: 'csv',
  };

  it.each([
    ['JSON', json({ name: 'Words', dictionaries: [reverse, DICTIONARY] })],
    [
      'the flat fields of existing clients',
      form({
        name: 'Words',
        ...Object.fromEntries(
          [reverse, DICTIONARY].flatMap((dictionary, index) =>
            Object.entries(dictionary).map(([name, value]) => [
              `dictionaries[${index}].${name}`,
              value,
            ]),
          ),
        ),
      }),
    ],
  ])('is created with %s', async (_, sent) => {
    const { status, body } = await call('POST', '/v3/glossaries', sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      glossary_id: expect.any(String),
      name: 'Words',
      dictionaries: [{ source_lang: 'de', target_lang: 'en', entry_count: 1 }, SUMMARY],
      creation_time: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect((await call('GET', `/v3/glossaries/${body.glossary_id}`)).body).toEqual(body);
    expect((await call('GET', '/v3/glossaries')).body).toEqual({ glossaries: [body] });
    const url = `/v3/glossaries/${body.glossary_id}/entries?source_lang=DE&target_lang=EN`;
    expect((await call('GET', url)).body).toEqual({
      dictionaries: [
        { source_lang: 'de', target_lang: 'en', entries: 'Hallo\tHello', entries_format: 'tsv' },
      ],
    });
  });

  it('may begin without dictionaries', async () => {
    const { status, body } = await call('POST', '/v3/glossaries', form({ name: 'Later' }));
    expect([status, body.dictionaries]).toEqual([201, []]);
  });

  it('is renamed', async () => {
    const id = await createMultilingual(DICTIONARY);
    for (const sent of [form({ name: 'New' }), json({ name: 'New', dictionaries: [] })]) {
      const { status, body } = await call('PATCH', `/v3/glossaries/${id}`, sent);
      expect([status, body.name, body.dictionaries]).toEqual([200, 'New', [SUMMARY]]);
    }
  });

  it.each(['dictionaries[x].source_lang', 'dictionaries[][source_lang]', 'dictionaries[0].a.b'])(
    'is not created with a field named %s',
    async (name) => {
      const sent = form({ name: 'Words', [name]: 'en' });
      const { status, body } = await call('POST', '/v3/glossaries', sent);
      expect([status, body.parameter]).toEqual([400, 'dictionaries']);
      expect(body.message).toContain(`'${name}' is no field of a dictionary`);
    },
  );

  it('gets entries in addition to those it has', async () => {
    const id = await createMultilingual(DICTIONARY, reverse);
    const added = { ...DICTIONARY, entries: 'Bye\tTschüss\nThanks\tDanke' };
    const { body } = await call('PATCH', `/v3/glossaries/${id}`, json({ dictionaries: [added] }));
    expect(body.dictionaries).toEqual([
      { ...SUMMARY, entry_count: 3 },
      { source_lang: 'de', target_lang: 'en', entry_count: 1 },
    ]);
    expect(await entriesOf(id)).toBe('Hello\tHallo\nBye\tTschüss\nThanks\tDanke');
    const french = form({
      name: 'Both',
      'dictionaries[0].source_lang': 'en',
      'dictionaries[0].target_lang': 'fr',
      'dictionaries[0].entries': 'Bye\tSalut',
      'dictionaries[0].entries_format': 'tsv',
    });
    const changed = (await call('PATCH', `/v3/glossaries/${id}`, french)).body;
    expect([changed.name, changed.dictionaries.length]).toEqual(['Both', 3]);
  });

  it('keeps every entry when several callers add some at the same time', async () => {
    const id = await createMultilingual(DICTIONARY);
    const words = ['one', 'two', 'three'];
    await Promise.all(
      words.map((word) =>
        call(
          'PATCH',
          `/v3/glossaries/${id}`,
          json({ dictionaries: [{ ...DICTIONARY, entries: `${word}\tx` }] }),
        ),
      ),
    );
    const entries = await entriesOf(id);
    for (const word of ['Hello', ...words]) expect(entries).toContain(`${word}\t`);
  });

  it('gets new entries in the place of those it has, or for a new pair', async () => {
    const id = await createMultilingual(DICTIONARY, reverse);
    const replaced = { ...DICTIONARY, entries: 'Bye\tServus', entries_format: 'tsv' };
    const url = `/v3/glossaries/${id}/dictionaries`;
    for (const sent of [json(replaced), form(replaced)]) {
      expect(await call('PUT', url, sent)).toMatchObject({
        status: 200,
        body: { ...SUMMARY, entry_count: 1 },
      });
    }
    expect(await entriesOf(id)).toBe('Bye\tServus');
    await call('PUT', url, json({ ...replaced, target_lang: 'es' }));
    const { dictionaries } = (await call('GET', `/v3/glossaries/${id}`)).body;
    expect(dictionaries.map((row: { target_lang: string }) => row.target_lang)).toEqual([
      'de',
      'en',
      'es',
    ]);
  });

  it('loses its dictionaries, and is deleted', async () => {
    const id = await createMultilingual(DICTIONARY);
    const url = `/v3/glossaries/${id}/dictionaries?source_lang=en&target_lang=de`;
    expect((await call('DELETE', url)).status).toBe(204);
    expect(await call('DELETE', url)).toMatchObject({
      status: 404,
      body: { message: 'Dictionary not found' },
    });
    expect((await call('GET', `/v3/glossaries/${id}`)).body.dictionaries).toEqual([]);
    expect((await call('DELETE', `/v3/glossaries/${id}`)).status).toBe(204);
    expect((await call('GET', `/v3/glossaries/${id}`)).status).toBe(404);
  });

  it('says which of its dictionaries is wrong', async () => {
    const dictionaries = [DICTIONARY, { ...DICTIONARY, target_lang: 'fr', entries: 'a' }];
    const sent = json({ name: 'Words', dictionaries });
    const { status, body } = await call('POST', '/v3/glossaries', sent);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'Invalid glossary entries provided',
      parameter: 'entries',
      reason: 'entry_columns',
      detail:
        'Key with the index 0 (starting at position 0) misses tab separator, in the dictionary en-fr',
    });
  });

  const pairMessage = 'Unsupported glossary source and target language pair';
  it.each([
    [{ dictionaries: [{ ...DICTIONARY, source_lang: 'xx' }] }, pairMessage],
    [{ dictionaries: [{ ...DICTIONARY, target_lang: 'en-US' }] }, pairMessage],
    [{ dictionaries: [{ ...DICTIONARY, target_lang: 'EN' }] }, pairMessage],
    [
      { dictionaries: [{ ...DICTIONARY, entries_format: 'x' }] },
      "Value for 'entries_format' not supported.",
    ],
    [{ dictionaries: [{ ...DICTIONARY, entries: '' }] }, 'Bad request'],
    [{ dictionaries: [{ ...DICTIONARY, entries: 'a' }] }, 'Invalid glossary entries provided'],
    [
      { dictionaries: [{ source_lang: 'en', target_lang: 'de' }] },
      "Parameter 'entries' not specified.",
    ],
    [{ dictionaries: 'x' }, "Value for 'dictionaries' not supported."],
    [{ dictionaries: ['x'] }, "Value for 'dictionaries' not supported."],
    [{ dictionaries: [DICTIONARY, DICTIONARY] }, "Value for 'dictionaries' not supported."],
    [{ dictionaries: [], name: '' }, 'Missing or invalid argument: name'],
  ])('is neither created nor changed with %j', async (sent, message) => {
    const id = await createMultilingual();
    const created = await call('POST', '/v3/glossaries', json({ name: 'Words', ...sent }));
    const changed = await call('PATCH', `/v3/glossaries/${id}`, json(sent));
    for (const { status, body } of [created, changed]) {
      expect([status, body.code]).toEqual([400, 'invalid_parameter']);
      expect(body.message).toContain(message);
    }
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    expect(glossaries).toMatchObject([{ name: 'Words', dictionaries: [] }]);
  });
});

describe('one store', () => {
  it('is behind both versions', async () => {
    const id = await create();
    expect((await call('GET', `/v3/glossaries/${id}`)).body.dictionaries).toEqual([SUMMARY]);
    await call(
      'PUT',
      `/v3/glossaries/${id}/dictionaries`,
      json({ ...DICTIONARY, target_lang: 'fr' }),
    );
    expect((await call('GET', `/v2/glossaries/${id}`)).body).toMatchObject(SUMMARY);
    // A caller of v2 does not know that there is another dictionary.
    const refused = await call('DELETE', `/v2/glossaries/${id}`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('DELETE /v3/glossaries');
    expect((await call('DELETE', `/v3/glossaries/${id}`)).status).toBe(204);
    expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [] });
  });

  it('shows nothing in v2 of a glossary without dictionaries, except that it can be deleted', async () => {
    const id = await createMultilingual();
    expect((await call('GET', '/v2/glossaries')).body).toEqual({ glossaries: [] });
    expect((await call('GET', `/v2/glossaries/${id}`)).status).toBe(404);
    expect((await call('GET', `/v2/glossaries/${id}/entries`)).status).toBe(404);
    expect((await call('DELETE', `/v2/glossaries/${id}`)).status).toBe(204);
  });

  const query = 'source_lang=en&target_lang=de';
  const calls = [
    ['GET', '/v2/glossaries/ID'],
    ['GET', '/v2/glossaries/ID/entries'],
    ['DELETE', '/v2/glossaries/ID'],
    ['GET', '/v3/glossaries/ID'],
    ['PATCH', '/v3/glossaries/ID'],
    ['DELETE', '/v3/glossaries/ID'],
    ['GET', `/v3/glossaries/ID/entries?${query}`],
    ['PUT', '/v3/glossaries/ID/dictionaries'],
    ['DELETE', `/v3/glossaries/ID/dictionaries?${query}`],
  ] as const;

  it.each(calls)(
    '%s %s: malformed ids are a 400, unknown ones and those of others a 404',
    async (method, path) => {
      const id = await create();
      const payload =
        method === 'PATCH' ? { name: 'x' } : method === 'PUT' ? DICTIONARY : undefined;
      const sent = payload ? { payload } : {};
      for (const [key, usedId, status, code] of [
        [owner, 'no-uuid', 400, 'invalid_parameter'],
        [owner, UNKNOWN_ID, 404, 'not_found'],
        [stranger, id, 404, 'not_found'],
      ] as const) {
        const answer = await call(method, path.replace('ID', usedId), { key, ...sent });
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      }
      expect((await call('GET', `/v2/glossaries/${id}`)).body).toMatchObject({ name: 'Greetings' });
      expect(await entriesOf(id)).toBe(GREETINGS.entries);
    },
  );

  it('has at most 1000 glossaries of a key', async () => {
    for (let count = 0; count < 1000; count++) await createMultilingual();
    const { status, body } = await call('POST', '/v2/glossaries', json(GREETINGS));
    expect([status, body.code]).toEqual([456, 'quota_exceeded']);
    expect(body.message).toContain('1000 glossaries');
    expect(
      (await call('POST', '/v2/glossaries', { ...json(GREETINGS), key: stranger })).status,
    ).toBe(201);
  });

  it('has changes in the audit log, by whom, and without entries', async () => {
    const id = await create();
    await call('PATCH', `/v3/glossaries/${id}`, json({ name: 'New', dictionaries: [DICTIONARY] }));
    await call('DELETE', `/v3/glossaries/${id}`);
    const changes = (await accounts.keyManager.audit(50)).filter(
      ({ details }) => details.glossary === id,
    );
    expect(changes.map(({ action }) => action).toSorted()).toEqual([
      'change-glossary',
      'create-glossary',
      'remove-glossary',
    ]);
    expect(new Set(changes.map(({ actor, keyId }) => actor === `key ${keyId}`))).toEqual(
      new Set([true]),
    );
    expect(JSON.stringify(changes)).not.toContain('Hallo');
  });
});

describe('the permission to translate', () => {
  it('is needed for glossaries and memories, but not for the language pairs', async () => {
    const key = { name: 'reports', permissions: ['usage'] } as const;
    const { secret } = await accounts.keyManager.create('test', key);
    for (const url of ['/v2/glossaries', '/v3/glossaries', '/v3/translation_memories']) {
      expect((await call('GET', url, { key: secret })).status).toBe(403);
    }
    expect((await call('GET', '/v2/glossary-language-pairs', { key: secret })).status).toBe(200);
    const refused = await call('POST', '/v3/glossaries', { ...json({ name: 'x' }), key: secret });
    expect(refused.status).toBe(403);
  });
});

describe('the language pairs', () => {
  it('are those that can be translated now, in lower case', async () => {
    const { body } = await call('GET', '/v2/glossary-language-pairs');
    const pairs: readonly { source_lang: string; target_lang: string }[] = body.supported_languages;
    expect(pairs).toContainEqual({ source_lang: 'en', target_lang: 'es' });
    for (const { source_lang: source, target_lang: target } of pairs) {
      expect(`${source} ${target}`).toMatch(/^[a-z]{2,3} [a-z]{2,3}$/);
      expect(source).not.toBe(target);
    }
  });
});

it.each([
  [undefined, true],
  ['text/tab-separated-values', true],
  ['application/json, text/plain, */*', true],
  ['Text/*;q=0.5', true],
  ['application/json', false],
  ['text/tab-separated-values;q=0', false],
  ['text/tab-separated-values;q=0, */*', false],
  ['text/tab-separated-values, */*;q=0', true],
])('%j: %s', (accept, expected) => {
  expect(acceptsTsv(accept)).toBe(expected);
});
