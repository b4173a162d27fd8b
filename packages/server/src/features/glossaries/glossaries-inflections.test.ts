import { silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

describe('the terms of a glossary in other forms', () => {
  const engine = createApertiumEngine({ log: silentLogger });
  let accounts: Stores;
  let app: FastifyInstance;
  let authorization = '';

  beforeAll(async () => {
    accounts = await openTestStores();
    app = await createTestApp({ accounts, engine });
    const { secret } = await accounts.keyManager.create('test', { name: 'owner' });
    authorization = `Service-Auth-Key ${secret}`;
  });
  afterAll(async () => {
    await app.close();
    await engine.stop();
    await accounts.close();
  });

  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers: { authorization }, payload })).json();

  const translate = async (entries: string, text: string, source = 'en', target = 'es') => {
    const languages = { source_lang: source, target_lang: target };
    const { glossary_id } = await post('/v2/glossaries', { name: 'Terms', entries, ...languages });
    const { translations } = await post('/v2/translate', {
      text: [text],
      glossary_id,
      ...languages,
    });
    return translations[0].text;
  };

  it('are found in every gender and number of an adjective', async () => {
    expect(await translate('lento\tsluggish', 'Son lentas.', 'es', 'en')).toMatch(/ sluggish\.$/);
  });

  it('are found by their singular, and translated by its plural', async () => {
    expect(await translate('house\thogar', 'The houses are big.')).toBe('Los hogares son grandes.');
    expect(await translate('customer portal\tportal de clientes', 'Customer portals')).toBe(
      'Portales de clientes',
    );
    expect(await translate('hogar\thome', 'Los hogares son grandes.', 'es', 'en')).toBe(
      'The homes are big.',
    );
  });

  it('are what their own entry says, where there is one', async () => {
    const entries = 'house\thogar\nhouses\tviviendas';
    expect(await translate(entries, 'The houses and the house.')).toBe('Las viviendas y el hogar.');
  });

  it('are not the verb of the same letters', async () => {
    expect(await translate('run\tejecutar', 'She runs.')).not.toContain('ejecutar');
  });
});
