import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type CatalogueServer,
  startCatalogueServer,
} from '../../../packages/server/dist/features/models/testing/catalogue-server.js';
import { runDragoman } from '../../support/run-command.js';
import { postTranslate, startTestServer, type TestServer } from '../../support/start-server.js';
import { copyModelOffer } from './copy-model-offer.js';

let catalogue: CatalogueServer;
let server: TestServer;
beforeAll(async () => {
  catalogue = await startCatalogueServer([
    ...copyModelOffer({ source: 'en', target: 'de' }),
    ...copyModelOffer({ source: 'fr', target: 'en' }),
  ]);
  server = await startTestServer({
    environment: { DRAGOMAN_ENGINES: 'neural', DRAGOMAN_STARTER_MODELS_DIR: '/nonexistent' },
  });
});
afterAll(async () => {
  await server?.stop();
  await catalogue?.close();
});

const dragoman = (...words: string[]) =>
  runDragoman(words, {
    DRAGOMAN_DATA_DIR: server.dataDirectory,
    DRAGOMAN_CATALOGUE_URL: catalogue.url,
  });

const readiness = async () => (await fetch(`${server.url}/health/ready`)).status;

const targets = async () => {
  const answer = await fetch(`${server.url}/v2/languages?type=target`, {
    headers: { authorization: `DeepL-Auth-Key ${server.key}` },
  });
  return ((await answer.json()) as { language: string }[]).map((row) => row.language);
};

const patiently = { timeout: 20_000 };

describe('a running server', () => {
  it('translates nothing, and downloads nothing, before a model is there', async () => {
    expect(await readiness()).toBe(503);
    expect(await targets()).toEqual([]);
    const answer = await postTranslate(server, { text: ['Hello'], target_lang: 'DE' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'language_not_installed',
      message: expect.stringContaining('npx dragoman models pull de'),
    });
    expect(catalogue.requests).toEqual([]);
  });

  it('picks up a pulled model and translates with it, without a restart', async () => {
    await dragoman('models', 'pull', 'en-de');
    await expect.poll(readiness, patiently).toBe(200);
    expect(await targets()).toEqual(['DE']);
    const body = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'DE' };
    const answer = await postTranslate(server, { ...body, model_type: 'quality_optimized' });
    expect(await answer.json()).toEqual({
      translations: [
        {
          detected_source_language: 'EN',
          // The model of the fixtures copies what it reads.
          text: 'The house is big.',
          model_type_used: 'latency_optimized',
        },
      ],
    });
  });

  it('goes through English where there is no direct model', async () => {
    await dragoman('models', 'pull', 'fr-en');
    await expect.poll(targets, patiently).toEqual(['DE', 'EN-GB', 'EN-US']);
    const body = { text: ['The house is big.'], source_lang: 'FR', target_lang: 'DE' };
    const answer = await postTranslate(server, body);
    expect(await answer.json()).toMatchObject({ translations: [{ text: 'The house is big.' }] });
  });

  it('downloads the languages it was told at its start, and uses them at once', async () => {
    const told = await startTestServer({
      environment: {
        DRAGOMAN_ENGINES: 'neural',
        DRAGOMAN_STARTER_MODELS_DIR: '/nonexistent',
        DRAGOMAN_CATALOGUE_URL: catalogue.url,
        DRAGOMAN_LANGUAGES: 'German,fr',
      },
    });
    try {
      const languages = async () => {
        const headers = { authorization: `DeepL-Auth-Key ${told.key}` };
        const answer = await fetch(`${told.url}/v2/languages?type=source`, { headers });
        return ((await answer.json()) as { language: string }[]).map((row) => row.language);
      };
      await expect.poll(languages, patiently).toEqual(['EN', 'FR']);
      await expect.poll(told.output, patiently).toContain('Language fr: installed');
      expect(told.output()).toContain('Language de: installed');
    } finally {
      await told.stop();
    }
  });

  it('lets a removed model go', async () => {
    await dragoman('models', 'remove', 'en-de');
    await expect.poll(targets, patiently).toEqual(['EN-GB', 'EN-US']);
  });
});
