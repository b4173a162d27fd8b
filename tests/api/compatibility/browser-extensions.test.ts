import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson } from '../../support/clients/post-json.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

describe('POST /imme, for Immersive Translate', () => {
  const translate = (body: object) => postJson(`${server.url}/imme?token=${server.key}`, body);

  it('translates a list and names the language of each text', async () => {
    const { status, body } = await translate({
      source_lang: 'auto',
      target_lang: 'es',
      text_list: ['The house is big.', 'La maison est grande et belle.'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      translations: [
        { detected_source_lang: 'en', text: 'La casa es grande.' },
        { detected_source_lang: 'fr', text: expect.stringContaining('casa') },
      ],
    });
  });

  it('refuses a text in a language that is not installed, by its number', async () => {
    const { status, body } = await translate({
      source_lang: 'auto',
      target_lang: 'es',
      text_list: ['The house is big.', 'Talo on iso ja kaunis.'],
    });
    expect(status).toBe(400);
    expect(body.error).toMatch(
      /^Text 2 of 2 looks like Finnish \(FI\), which is not installed here/,
    );
  });

  it('gives the source back as it was named', async () => {
    const { body } = await translate({
      source_lang: 'pt-BR',
      target_lang: 'es',
      text_list: ['A casa é grande.'],
    });
    expect(body.translations).toEqual([
      { detected_source_lang: 'pt-BR', text: 'La casa es grande.' },
    ]);
  });

  it('keeps the placeholders the extension puts where other elements were', async () => {
    const { body } = await translate({
      source_lang: 'en',
      target_lang: 'es',
      text_list: ['{0} The house {1} is big.', 'The <b0></b0> house is big.'],
    });
    const [braces, tags] = body.translations.map(({ text }: { text: string }) => text);
    expect(braces).toMatch(/^\{0\} .*\{1\}/);
    expect(tags).toContain('<b0></b0>');
  });

  it.each([
    [{ target_lang: 'es' }, "'text_list'"],
    [{ target_lang: 'es', text_list: [] }, "'text_list'"],
    [{ target_lang: 'es', text_list: ['Hello', null] }, "'text_list'"],
    [{ text_list: ['Hello'] }, "'target_lang'"],
  ])('answers 400 to %j', async (body, reason) => {
    const answer = await translate(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringContaining(reason) });
  });
});

describe('POST /kiss, for Kiss Translator', () => {
  const translate = (body: object, key = server.key) =>
    postJson(`${server.url}/kiss`, body, { authorization: `Bearer ${key}` });

  it('translates one text', async () => {
    const { body } = await translate({ from: 'auto', to: 'es', text: 'The house is big.' });
    expect(body).toEqual({ text: 'La casa es grande.', src: 'en' });
  });

  it('translates several, in order', async () => {
    const texts = ['The house is big.', 'The dog is black.'];
    const { body } = await translate({ from: 'en', to: 'es', texts });
    expect(body).toEqual({
      translations: [
        { text: 'La casa es grande.', src: 'en' },
        { text: 'El perro es negro.', src: 'en' },
      ],
    });
  });

  it('says so when the text is in the target language already', async () => {
    const text = 'El tiempo fue sorprendentemente bueno el día que nos marchamos.';
    const { body } = await translate({ from: 'auto', to: 'es', text });
    expect(body).toEqual({ text, src: 'es' });
  });

  it('answers 400 to what it cannot read, and 401 to a key left empty', async () => {
    const { status, body } = await translate({ from: 'auto', text: 'Hello' });
    expect([status, body]).toEqual([400, { error: "Parameter 'to' not specified." }]);
    const keyless = await translate({ from: 'auto', to: 'es', text: 'Hello' }, '');
    expect([keyless.status, keyless.body]).toEqual([
      401,
      { error: expect.stringContaining('no API key') },
    ]);
  });
});

describe('POST /hcfy, for 划词翻译', () => {
  const translate = (body: object) => postJson(`${server.url}/hcfy?token=${server.key}`, body);

  it('knows languages by their Chinese names and answers with one result a paragraph', async () => {
    const text = 'The house is big.\n\nThe dog is black.';
    const { status, body } = await translate({
      name: 'Dragoman',
      text,
      destination: ['西班牙语', '英语'],
      source: '',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      text,
      from: '英语',
      to: '西班牙语',
      result: ['La casa es grande.', '', 'El perro es negro.'],
    });
  });

  it('translates into the second language what is in the first already', async () => {
    const { body } = await translate({
      text: 'El tiempo fue bueno el día que nos marchamos.',
      destination: ['西班牙语', '英语'],
    });
    expect(body).toMatchObject({ from: '西班牙语', to: '英语' });
    expect(body.result[0]).toContain('day');
  });

  it('accepts a given source, and codes instead of names', async () => {
    const { body } = await translate({
      text: 'La casa es grande.',
      source: '西班牙语',
      destination: ['ca'],
    });
    expect(body).toMatchObject({ from: '西班牙语', to: 'ca', result: ['La casa és gran.'] });
  });

  it.each([
    [{ text: 'Hello' }, "'destination'"],
    [{ text: 'Hello', destination: [] }, "'destination'"],
    [{ text: 'Hello', destination: [7] }, "'destination'"],
    [{ text: 'Hello', destination: ['火星语'] }, "'destination'"],
    [{ text: 'Hello', destination: ['西班牙语'], source: '火星语' }, "'source'"],
    [{ destination: ['西班牙语'] }, "'text'"],
  ])('answers 400 to %j', async (body, reason) => {
    const answer = await translate(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringContaining(reason) });
  });
});
