import type { EngineBatch } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

let accounts: Stores;
let app: FastifyInstance;
let owner = '';
let stranger = '';
beforeAll(async () => {
  accounts = await openTestStores();
  app = await createTestApp({ accounts, engine: createFakeEngine() });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});
// Every test has its own key, and so no style rules of another test.
beforeEach(async () => {
  owner = (await accounts.keyManager.create('test', { name: 'owner', isNumbered: true })).secret;
  stranger = (await accounts.keyManager.create('test', { name: 'stranger', isNumbered: true }))
    .secret;
});

const UNKNOWN_ID = 'b5f2c0de-1111-4222-8333-444455556666';
const STYLES = '/v3/style_rules';
const RULES = { punctuation: { ellipsis: 'use_ellipsis_character' } };
const INSTRUCTION = { label: 'Tone', prompt: 'Be kind.' };
const STYLE = { name: 'House style', language: 'es' };

const call = async (
  method: NonNullable<InjectOptions['method']>,
  url: string,
  payload?: unknown,
  { key = owner, on = app } = {},
) => {
  const answer = await on.inject({
    method,
    url,
    headers: { authorization: `Service-Auth-Key ${key}` },
    ...(payload !== undefined && { payload: payload as object }),
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
};

const create = async (change: object = {}) => {
  const { status, body } = await call('POST', STYLES, { ...STYLE, ...change });
  expect(status).toBe(201);
  return body;
};

describe('a style rule', () => {
  it('is created, shown and listed', async () => {
    const custom_instructions = [INSTRUCTION, { ...INSTRUCTION, source_language: 'EN' }];
    const created = await create({
      language: 'ES',
      configured_rules: RULES,
      custom_instructions,
    });
    expect(created).toMatchObject({
      name: 'House style',
      language: 'es',
      version: 1,
      configured_rules: RULES,
      custom_instructions: [INSTRUCTION, { ...INSTRUCTION, source_language: 'en' }],
    });
    expect(created.creation_time).toMatch(/\.\d{3}Z$/);
    expect((await call('GET', `${STYLES}/${created.style_id.toUpperCase()}`)).body).toEqual(
      created,
    );
    const { configured_rules: _rules, custom_instructions: _instructions, ...short } = created;
    expect((await call('GET', STYLES)).body).toEqual({ style_rules: [short] });
    expect((await call('GET', `${STYLES}?detailed=true`)).body).toEqual({ style_rules: [created] });
  });

  it('is listed page by page', async () => {
    for (const name of ['a', 'b', 'c']) await create({ name });
    const namesOf = async (query: string) =>
      (await call('GET', `${STYLES}?${query}`)).body.style_rules.map(
        ({ name }: { name: string }) => name,
      );
    const pages = [await namesOf('page_size=2'), await namesOf('page=1&page_size=2')];
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    expect(pages.flat().toSorted()).toEqual(['a', 'b', 'c']);
    expect(await namesOf('page=2&page_size=2')).toEqual([]);
  });

  it('has a new version after every change', async () => {
    const { style_id, updated_time } = await create({ custom_instructions: [INSTRUCTION] });
    const one = `${STYLES}/${style_id}`;
    const renamed = await call('PATCH', one, { name: 'New' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'New', version: 2 } });
    const configured = await call('PUT', `${one}/configured_rules`, RULES);
    expect(configured.body).toMatchObject({
      version: 3,
      configured_rules: RULES,
      custom_instructions: [INSTRUCTION],
    });
    expect(configured.body.updated_time >= updated_time).toBe(true);
    const emptied = await call('PUT', `${one}/configured_rules`, {});
    expect(emptied.body).toMatchObject({ version: 4, configured_rules: {} });
    expect(await call('DELETE', one)).toEqual({ status: 204, body: undefined });
    expect((await call('GET', one)).status).toBe(404);
  });

  it('has instructions that are added, shown, replaced and removed', async () => {
    const { style_id } = await create();
    const all = `${STYLES}/${style_id}/custom_instructions`;
    const added = await call('POST', all, { ...INSTRUCTION, source_language: 'fr' });
    expect(added).toMatchObject({ status: 201, body: { ...INSTRUCTION, source_language: 'fr' } });
    const one = `${all}/${added.body.id}`;
    expect((await call('GET', one)).body).toEqual(added.body);
    const replaced = await call('PUT', one, { ...INSTRUCTION, prompt: 'Be brave.' });
    expect(replaced).toEqual({
      status: 200,
      body: { id: added.body.id, label: 'Tone', prompt: 'Be brave.' },
    });
    expect((await call('DELETE', one)).status).toBe(204);
    const gone = { status: 404, body: { message: 'Custom instruction not found' } };
    expect(await call('GET', one)).toMatchObject(gone);
    expect(await call('PUT', one, INSTRUCTION)).toMatchObject(gone);
    expect(await call('DELETE', one)).toMatchObject(gone);
    expect((await call('GET', `${STYLES}/${style_id}`)).body).toMatchObject({
      version: 4,
      custom_instructions: [],
    });
  });

  it('has at most 200 instructions', async () => {
    const many = Array.from({ length: 200 }, () => INSTRUCTION);
    const message = 'Maximum of 200 custom instructions allowed';
    const tooMany = await call('POST', STYLES, {
      ...STYLE,
      custom_instructions: [...many, INSTRUCTION],
    });
    expect(tooMany).toMatchObject({ status: 400, body: { message } });
    const { style_id } = await create({ custom_instructions: many });
    expect(
      await call('POST', `${STYLES}/${style_id}/custom_instructions`, INSTRUCTION),
    ).toMatchObject({ status: 400, body: { message } });
  });

  it('belongs to its key', async () => {
    const { style_id } = await create();
    const one = `${STYLES}/${style_id}`;
    const theirs = { key: stranger };
    expect((await call('GET', STYLES, undefined, theirs)).body).toEqual({ style_rules: [] });
    for (const [method, url, payload] of [
      ['GET', one],
      ['PATCH', one, { name: 'x' }],
      ['PUT', `${one}/configured_rules`, {}],
      ['POST', `${one}/custom_instructions`, INSTRUCTION],
      ['DELETE', one],
    ] as const) {
      expect((await call(method, url, payload, theirs)).status).toBe(404);
    }
    expect((await call('GET', one)).status).toBe(200);
  });

  it('is in the audit log with its changes', async () => {
    const { style_id } = await create();
    await call('PUT', `${STYLES}/${style_id}/configured_rules`, RULES);
    await call('DELETE', `${STYLES}/${style_id}`);
    const entries = await accounts.keyManager.audit(20);
    const own = entries.filter(({ details }) => details.style === style_id);
    expect(own.map(({ action }) => action).toSorted()).toEqual([
      'change-style',
      'create-style',
      'remove-style',
    ]);
    expect(own.find(({ action }) => action === 'change-style')?.details).toMatchObject({
      changed: 'configuredRules',
      version: 2,
    });
  });

  it.each([
    [{ language: undefined }, 'language', "Parameter 'language' not specified."],
    [{ name: undefined }, 'name', "Parameter 'name' not specified."],
    [{ name: ' ' }, 'name', /empty/],
    [{ name: 'x'.repeat(1025) }, 'name', /1024/],
    [{ name: 'a\nb' }, 'name', /control/],
    [{ language: 'xx' }, 'language', /./],
    [{ language: 'es-419' }, 'language', /send ES/],
    [{ configured_rules: [] }, 'configured_rules', /object/],
    [{ configured_rules: { numbers: 'x' } }, 'configured_rules', /'numbers' is an object/],
    [{ configured_rules: { numbers: { a: 1 } } }, 'configured_rules', /'numbers.a' is a string/],
    [{ configured_rules: { numbers: { a: 'x'.repeat(301) } } }, 'configured_rules', /300/],
    [{ custom_instructions: {} }, 'custom_instructions', /list/],
    [{ custom_instructions: ['x'] }, 'custom_instructions', /objects/],
    [{ custom_instructions: [{ label: 'x' }] }, 'prompt', "Parameter 'prompt' not specified."],
    [{ custom_instructions: [{ prompt: 'x' }] }, 'label', "Parameter 'label' not specified."],
    [
      { custom_instructions: [{ ...INSTRUCTION, prompt: 'x'.repeat(301) }] },
      'prompt',
      'Custom instruction prompt must be at most 300 characters',
    ],
    [{ custom_instructions: [{ ...INSTRUCTION, label: 'x'.repeat(101) }] }, 'label', /100/],
    [{ custom_instructions: [{ ...INSTRUCTION, source_language: 'xx' }] }, 'source_language', /./],
  ])('is refused with %j', async (change, parameter, message) => {
    const answer = await call('POST', STYLES, { ...STYLE, ...change });
    expect(answer).toMatchObject({
      status: 400,
      body: { parameter, message: expect.stringMatching(message) },
    });
  });

  it.each([
    ['page=-1', 'Parameter "page" must be a non-negative integer'],
    ['page=x', 'Parameter "page" must be a non-negative integer'],
    ['page_size=0', /1 and 25/],
    ['page_size=26', /1 and 25/],
    ['detailed=maybe', /true, false/],
  ])('is not listed with %s', async (query, message) => {
    const answer = await call('GET', `${STYLES}?${query}`);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    });
  });

  it('is refused with a malformed id', async () => {
    expect(await call('GET', `${STYLES}/x`)).toMatchObject({
      status: 400,
      body: { message: 'Invalid style_id' },
    });
    expect(await call('GET', `${STYLES}/${UNKNOWN_ID}/custom_instructions/x`)).toMatchObject({
      status: 400,
      body: { message: 'Invalid instruction_id' },
    });
  });
});

describe('a translation with a style rule', () => {
  const translate = (change: object, on = app) =>
    call(
      'POST',
      '/v2/translate',
      { text: ['Wait...'], target_lang: 'es', source_lang: 'en', ...change },
      { on },
    );

  it('is written by its rules, also for a variant of its language', async () => {
    const { style_id } = await create({ configured_rules: RULES });
    for (const target_lang of ['es', 'ES-419']) {
      expect((await translate({ style_id, target_lang })).body.translations[0].text).toBe('Wait…');
    }
    expect((await translate({})).body.translations[0].text).toBe('Wait...');
  });

  it('is written by the rules of now', async () => {
    const { style_id } = await create({ configured_rules: RULES });
    await translate({ style_id });
    const spaced = { punctuation: { ellipsis: 'use_three_spaced_periods' } };
    await call('PUT', `${STYLES}/${style_id}/configured_rules`, spaced);
    expect((await translate({ style_id })).body.translations[0].text).toBe('Wait. . .');
  });

  it.each([
    [{ style_id: 'x' }, /^Value for 'style_id' not supported\./],
    [{ style_id: UNKNOWN_ID }, 'Style rule not found'],
  ])('is refused with %j', async (change, message) => {
    expect(await translate(change)).toMatchObject({
      status: 400,
      body: { parameter: 'style_id', message: expect.stringMatching(message) },
    });
  });

  it('is refused with a style rule of another language, or with rules that nobody can follow', async () => {
    const german = await create({ language: 'de' });
    expect(await translate({ style_id: german.style_id })).toMatchObject({
      status: 400,
      body: {
        parameter: 'style_id',
        message: 'Style rule language does not match the translate request target language',
      },
    });
    const kind = await create({ custom_instructions: [INSTRUCTION] });
    expect(await translate({ style_id: kind.style_id })).toMatchObject({
      status: 400,
      body: { parameter: 'style_id', message: expect.stringContaining('follows instructions') },
    });
    expect(await translate({ custom_instructions: ['Be kind.'] })).toMatchObject({
      status: 400,
      body: { parameter: 'custom_instructions' },
    });
  });

  it('has its instructions followed by an engine that does so', async () => {
    const batches: EngineBatch[] = [];
    const fake = createFakeEngine();
    const engine = {
      ...fake,
      capabilities: { ...fake.capabilities, instructions: true },
      translateBatch: (...[batch, options]: Parameters<typeof fake.translateBatch>) => {
        batches.push(batch);
        return fake.translateBatch(batch, options);
      },
    };
    const clever = await createTestApp({ accounts, engine });
    const { style_id } = await create({ custom_instructions: [INSTRUCTION] });
    const answer = await translate({ style_id, custom_instructions: ['Be short.'] }, clever);
    expect(answer.status).toBe(200);
    expect(batches.map(({ guidance }) => guidance?.instructions)).toEqual([
      ['Be kind.', 'Be short.'],
    ]);
    const languages = await call('GET', '/v3/languages?resource=translate_text', undefined, {
      on: clever,
    });
    const spanish = languages.body.find(({ lang }: { lang: string }) => lang === 'es-419');
    expect(spanish.features).toMatchObject({
      style_rules: { status: 'stable' },
      custom_instructions: { status: 'stable' },
    });
    await clever.close();
  });
});
