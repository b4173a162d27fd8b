import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson } from '../../support/clients/post-json.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const translate = (body: object, path = '/translate') =>
  postJson(`${server.url}${path}`, body, { authorization: `Bearer ${server.key}` });

const house = { text: 'The house is big.', source_lang: 'EN', target_lang: 'ES' };

describe('POST /translate for clients of DeepLX', () => {
  it('answers in its shape', async () => {
    const { status, body } = await translate(house);
    expect(status).toBe(200);
    expect(body).toEqual({
      code: 200,
      id: expect.any(Number),
      data: 'La casa es grande.',
      alternatives: [],
      source_lang: 'EN',
      target_lang: 'ES',
      method: 'Free',
    });
  });

  it.each(['auto', '', undefined, null])('detects the source for %j', async (source_lang) => {
    const { body } = await translate({ ...house, source_lang });
    expect(body).toMatchObject({ data: 'La casa es grande.', source_lang: 'EN' });
  });

  it('handles tags', async () => {
    const { body } = await translate({
      ...house,
      text: '<p>The <b>house</b> is big.</p>',
      tag_handling: 'html',
    });
    expect(body.data).toBe('<p>La <b>casa</b> es grande.</p>');
  });

  it('answers at the path of paid accounts too', async () => {
    const { body } = await translate(house, '/v1/translate');
    expect(body).toMatchObject({ code: 200, data: 'La casa es grande.', method: 'Pro' });
  });

  it('takes the key as token of the query', async () => {
    const { status } = await postJson(`${server.url}/translate?token=${server.key}`, house);
    expect(status).toBe(200);
  });

  it.each([
    ['no target', { ...house, target_lang: undefined }, 400, "'target_lang'"],
    ['an unknown target', { ...house, target_lang: 'XX' }, 400, "'target_lang'"],
    ['an unknown source', { ...house, source_lang: 'XX' }, 400, "'source_lang'"],
    ['a list of texts', { ...house, text: ['one', 'two'] }, 400, "'text'"],
    ['unknown tag handling', { ...house, tag_handling: 'yes' }, 400, "'tag_handling'"],
    ['no text', { ...house, text: '' }, 404, 'No text'],
  ])('tells errors in its shape: %s', async (_what, body, status, reason) => {
    const answer = await translate(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code: status, message: expect.stringContaining(reason) });
  });

  it('answers 401 without a key and with a wrong one', async () => {
    for (const path of ['/translate', '/v1/translate', '/translate?token=wrong']) {
      const { status, body } = await postJson(`${server.url}${path}`, house);
      expect(status).toBe(401);
      expect(body).toEqual({ code: 401, message: expect.stringContaining('API key') });
    }
  });
});

describe('a server that offers only one of the APIs with /translate', () => {
  it('takes every request to be meant for that one', async () => {
    const only = await startTestServer({ environment: { DRAGOMAN_COMPATIBILITY: 'deeplx' } });
    try {
      const url = `${only.url}/translate?token=${only.key}`;
      const answer = await postJson(url, { q: 'Hello', source: 'en', target: 'es' });
      expect(answer.body).toEqual({ code: 400, message: "Parameter 'text' not specified." });
      expect((await postJson(url, house)).body).toMatchObject({ data: 'La casa es grande.' });
      for (const path of ['/detect', '/imme', '/kiss', '/hcfy']) {
        expect((await postJson(`${only.url}${path}`, {})).status, path).toBe(404);
      }
    } finally {
      await only.stop();
    }
  });
});
