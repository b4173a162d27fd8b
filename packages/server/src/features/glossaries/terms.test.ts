import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

let accounts: Stores;
let app: FastifyInstance;
let key = '';
let stranger = '';
beforeAll(async () => {
  accounts = await openTestStores();
  app = await createTestApp({ accounts });
  key = (await accounts.keyManager.create('test', { name: 'owner' })).secret;
  stranger = (await accounts.keyManager.create('test', { name: 'stranger' })).secret;
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});

const post = async (url: string, payload: object | string, as = key) => {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Service-Auth-Key ${as}`,
      ...(typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};

const createGlossary = async (entries: string, target = 'es'): Promise<string> => {
  const dictionaries = [{ source_lang: 'en', target_lang: target, entries }];
  return (await post('/v3/glossaries', { name: 'Terms', dictionaries })).body.glossary_id;
};

// The engine of these tests writes capitals.
const REQUEST = { text: ['my house, my garden'], source_lang: 'en', target_lang: 'es' };

const translate = async (change: object): Promise<string> => {
  const { status, body } = await post('/v2/translate', { ...REQUEST, ...change });
  return status === 200
    ? body.translations[0].text
    : `${status} ${body.parameter}: ${body.message}`;
};

describe('a translation with a glossary', () => {
  it('has the terms of the glossary', async () => {
    const id = await createGlossary('house\thogar\nmy garden\tjardín propio');
    expect(await translate({ glossary_id: id })).toBe('MY hogar, jardín propio');
    expect(await translate({ glossary_id: id.toUpperCase() })).toBe('MY hogar, jardín propio');
    const form = new URLSearchParams({ ...REQUEST, text: 'house', glossary_id: id });
    const { body } = await post('/v2/translate', form.toString());
    expect(body.translations[0].text).toBe('hogar');
  });

  it('has the terms as they are now', async () => {
    const id = await createGlossary('house\thogar');
    expect(await translate({ glossary_id: id })).toContain('hogar');
    const dictionary = { source_lang: 'en', target_lang: 'es', entries: 'house\tcasita' };
    await app.inject({
      method: 'PATCH',
      url: `/v3/glossaries/${id}`,
      headers: { authorization: `Service-Auth-Key ${key}` },
      payload: { dictionaries: [dictionary] },
    });
    expect(await translate({ glossary_id: id })).toContain('casita');
  });

  it('takes the first of several glossaries that has a term', async () => {
    const first = await createGlossary('house\tprimera');
    const second = await createGlossary('house\tsegunda\ngarden\tjardín');
    expect(await translate({ glossary_ids: [first, second] })).toBe('MY primera, MY jardín');
    expect(await translate({ glossary_ids: `${second},${first}` })).toBe('MY segunda, MY jardín');
  });

  it('counts an empty list as none', async () => {
    const id = await createGlossary('house\thogar');
    expect(await translate({ glossary_ids: [] })).toBe('MY HOUSE, MY GARDEN');
    expect(await translate({ glossary_ids: [], glossary_id: id })).toContain('hogar');
  });

  it.each(['es', 'ES-419'])('into %s uses the dictionary of the base language', async (target) => {
    const id = await createGlossary('house\thogar');
    expect(await translate({ glossary_id: id, target_lang: target })).toContain('hogar');
  });

  it('is refused without a source language', async () => {
    const id = await createGlossary('house\thogar');
    for (const parameter of [{ glossary_id: id }, { glossary_ids: [id] }]) {
      expect(await translate({ ...parameter, source_lang: undefined })).toBe(
        '400 source_lang: Use of a glossary requires the source_lang parameter to be specified.',
      );
    }
  });

  it('is refused for a glossary that the key does not have', async () => {
    const id = await createGlossary('house\thogar');
    const unknown = 'b5f2c0de-1111-4222-8333-444455556666';
    expect(await translate({ glossary_id: unknown })).toBe('400 glossary_id: Glossary not found');
    expect(await translate({ glossary_ids: [id, unknown] })).toBe(
      '400 glossary_ids: Glossary not found',
    );
    const { status, body } = await post('/v2/translate', { ...REQUEST, glossary_id: id }, stranger);
    expect([status, body.message]).toEqual([400, 'Glossary not found']);
    expect(await translate({ glossary_id: 'x' })).toContain(
      "400 glossary_id: Value for 'glossary_id' not supported.",
    );
  });

  it('is refused if one of the glossaries has no dictionary for the languages', async () => {
    const id = await createGlossary('house\thogar');
    const french = await createGlossary('house\tmaison', 'fr');
    expect(await translate({ glossary_ids: [id, french] })).toContain(
      '400 glossary_ids: No dictionary found for language pair en to es',
    );
  });

  it('is refused for more than five glossaries, or two ways to name them', async () => {
    const id = await createGlossary('house\thogar');
    expect(await translate({ glossary_ids: new Array(6).fill(id) })).toContain('At most 5');
    expect(await translate({ glossary_ids: [id], glossary_id: id })).toContain('400 glossary_ids');
  });

  it('reports wrong languages before the glossary', async () => {
    const id = await createGlossary('house\thogar');
    expect(await translate({ glossary_id: id, target_lang: 'xx' })).toContain('400 target_lang');
    expect(await translate({ glossary_id: id, source_lang: 'en-GB' })).toContain('400 source_lang');
  });
});
