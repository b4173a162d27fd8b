import { silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

describe('other words for the page', () => {
  const engine = createApertiumEngine({ log: silentLogger });
  let app: FastifyInstance;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const accounts = await openTestStores();
    app = await createTestApp({ accounts, engine, settings: { page: 'auto' } });
    close = async () => {
      await app.close();
      await accounts.close();
      await engine.stop();
    };
  });
  afterAll(() => close());

  const post = (url: string, payload: object | string, contentType = 'application/json') =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: '127.0.0.1',
      payload,
      headers: {
        host: 'localhost:3030',
        'content-type': contentType,
        'sec-fetch-site': 'same-origin',
      },
    });
  const pair = { source_lang: 'EN', target_lang: 'ES' };
  /** Clicks a word of a translation. */
  const choicesFor = async (text: string, translation: string, word: string, more = {}) => {
    const start = translation.indexOf(word);
    const place = { translation, start, end: start + word.length };
    const answer = await post('/session/words', { ...pair, text: [text], ...place, ...more });
    return answer.json().choices;
  };

  it('are the entries of the dictionary for the word that it comes from', async () => {
    const translation = 'La casa es grande y el jardín es bonito.';
    const text = 'The house is big and the garden is beautiful.';
    expect(await choicesFor(text, translation, 'casa')).toContainEqual({
      kind: 'dictionary',
      word: 'house',
      lemma: 'house',
      part_of_speech: 'noun',
      translations: ['casa', 'cámara'],
    });
    // The dictionary has this word in another form.
    expect(await choicesFor('She wrote a letter.', 'Escribió una carta.', 'Escribió')).toEqual([
      expect.objectContaining({ word: 'wrote', lemma: 'write', part_of_speech: 'verb' }),
    ]);
  });

  it('come from dictionaries that are opened with the translation', async () => {
    const asked = vi.spyOn(engine, 'findEntries');
    const home = { host: 'localhost:3030', 'sec-fetch-site': 'same-origin' };
    const visit = { remoteAddress: '127.0.0.1', headers: home };
    const started = await app.inject({ url: '/session/start', ...visit });
    const [cookie = ''] = String(started.headers['set-cookie']).split(';', 1);
    const answer = await app.inject({
      method: 'POST',
      url: '/session/translate',
      ...visit,
      headers: { ...home, cookie },
      payload: { ...pair, text: ['The house is big.'] },
    });
    expect(answer.statusCode).toBe(200);
    await vi.waitFor(() =>
      expect(asked).toHaveBeenCalledWith({ source: 'en', target: 'es' }, [], expect.anything()),
    );
    asked.mockRestore();
  });

  it('are found where only the alignment tells what a word comes from', async () => {
    const choices = await choicesFor('The border is long.', 'El borde es mucho tiempo.', 'tiempo');
    expect(choices[0]).toMatchObject({ kind: 'dictionary', word: 'long' });
  });

  it('are terms of the glossary, too', async () => {
    const glossary = await post('/session/glossaries', {
      name: 'Houses',
      dictionaries: [{ ...pair, entries: 'house\thogar', entries_format: 'tsv' }],
    });
    const translation = 'La casa es grande.';
    const more = { glossary_id: glossary.json().glossary_id };
    const choices = await choicesFor('The house is big.', translation, 'casa', more);
    expect(choices[0]).toEqual({ kind: 'glossary', word: 'house', translations: ['hogar'] });
  });

  it('are terms of the glossary where a click is on what it has put in', async () => {
    const glossary = await post('/session/glossaries', {
      name: 'Names',
      dictionaries: [{ ...pair, entries: 'Zorblat\tQuixdrón', entries_format: 'tsv' }],
    });
    const more = { glossary_id: glossary.json().glossary_id };
    const clicked = ['The Zorblat is big.', 'El Quixdrón es grande.', 'Quixdrón'] as const;
    expect(await choicesFor(...clicked, more)).toEqual([
      { kind: 'glossary', word: 'Zorblat', translations: ['Quixdrón'] },
    ]);
  });

  it('are none of a model where no model translates', async () => {
    const place = { translation: 'La casa es grande.', start: 3, end: 7 };
    const answer = await post('/session/words/model', {
      ...pair,
      text: ['The house is big.'],
      ...place,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ words: [] });
  });

  it('are put into the translation, whose other words agree with them', async () => {
    const answer = await post('/session/words/required', {
      ...pair,
      text: ['The house is beautiful.'],
      word: 'house',
      required: 'hogar',
    });
    expect(answer.json()).toEqual({ text: 'El hogar es bello.' });
  });

  it.each([
    [{ translation: '' }, 'translation'],
    [{ translation: 'x'.repeat(4001) }, 'translation'],
    [{ start: -1 }, 'start'],
    [{ start: 1.5 }, 'start'],
    [{ end: 100 }, 'end'],
    [{ start: 2, end: 2 }, 'end'],
    [{ source_lang: undefined }, 'source_lang'],
    [{ text: ['a', 'b'] }, 'text'],
  ])('are refused for %j, naming the parameter', async (wrong, parameter) => {
    const place = { translation: 'La casa', start: 3, end: 7 };
    const answer = await post('/session/words', { ...pair, text: ['House'], ...place, ...wrong });
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining(`'${parameter}'`),
    ]);
  });

  it('have to be words, and cannot be asked for by forms of other sites', async () => {
    const body = { ...pair, text: ['House'], word: 'House' };
    for (const required of [undefined, ' ', 'x'.repeat(201)]) {
      const answer = await post('/session/words/required', { ...body, required });
      expect(answer.statusCode).toBe(400);
    }
    expect((await post('/session/words', JSON.stringify(body), 'text/plain')).statusCode).toBe(415);
  });
});

describe('alternatives for the page', () => {
  let app: FastifyInstance;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const accounts = await openTestStores();
    app = await createTestApp({
      accounts,
      settings: { page: 'auto' },
      parts: {
        findAlternatives: async ({ request, count }) =>
          request.texts.map((text) => [`${text} otherwise, of ${count}`]),
      },
    });
    close = async () => {
      await app.close();
      await accounts.close();
    };
  });
  afterAll(() => close());

  const ask = (payload: object | string, contentType = 'application/json', remote = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: '/session/alternatives',
      headers: { host: 'localhost:3030', 'content-type': contentType },
      remoteAddress: remote,
      payload,
    });
  const body = { text: ['Hello'], source_lang: 'EN', target_lang: 'ES' };

  it('are those of one sentence', async () => {
    const answer = await ask(body);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { alternatives: ['Hello otherwise, of 5'] },
    ]);
  });

  it('are not looked for in long texts, or in several', async () => {
    for (const text of [['a', 'b'], ['x'.repeat(1001)]]) {
      const answer = await ask({ ...body, text });
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        expect.stringContaining('One sentence of at most 1000 characters'),
      ]);
    }
  });

  it('are neither for forms of other sites nor for other machines', async () => {
    expect((await ask(JSON.stringify(body), 'text/plain')).statusCode).toBe(415);
    expect((await ask(body, undefined, '192.0.2.7')).statusCode).toBe(403);
  });
});
