import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson } from '../../support/clients/post-json.js';
import { startTestServer, type TestServer } from '../../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const house = { text: 'The house is big.', from: 'en', to: 'es' };
const translate = (body: object, path = '/translate') =>
  postJson(`${server.url}${path}`, body, { authorization: server.key });

describe('POST /translate for clients of MTranServer', () => {
  it('takes the key as it is and answers in its shape', async () => {
    const { status, body } = await translate(house);
    expect([status, body]).toEqual([200, { result: 'La casa es grande.' }]);
  });

  it('takes the key as token of the address', async () => {
    const { status } = await postJson(`${server.url}/translate?token=${server.key}`, house);
    expect(status).toBe(200);
  });

  it('detects the source', async () => {
    const { body } = await translate({ ...house, from: 'auto' });
    expect(body).toEqual({ result: 'La casa es grande.' });
  });

  it('handles HTML where it is told to', async () => {
    const text = '<p>The <b>house</b> is big.</p>';
    const { body } = await translate({ ...house, text, html: true });
    expect(body).toEqual({ result: '<p>La <b>casa</b> es grande.</p>' });
  });

  it('translates a list in its order', async () => {
    const texts = ['The house is big.', 'The dog is black.'];
    const { body } = await translate({ texts, from: 'en', to: 'es' }, '/translate/batch');
    expect(body).toEqual({ results: ['La casa es grande.', 'El perro es negro.'] });
  });

  it.each([
    ['no text', { from: 'en', to: 'es' }, '/translate', "'text'"],
    ['a list of texts', { ...house, text: ['a'] }, '/translate', '/translate/batch'],
    ['no target', { text: 'a', from: 'en' }, '/translate', "'to'"],
    ['an unknown target', { ...house, to: 'zz' }, '/translate', "'to'"],
    ['texts that are no list', { ...house, texts: 'a' }, '/translate/batch', "'texts'"],
    ['an empty list', { ...house, texts: [] }, '/translate/batch', "'texts'"],
  ])('answers 400 to %s and says why', async (_what, body, path, reason) => {
    const answer = await translate(body, path);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringContaining(reason) });
  });

  it('answers 401 to a wrong key', async () => {
    const answer = await postJson(`${server.url}/translate`, house, { authorization: 'wrong' });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: expect.stringContaining('wrong API key') });
  });
});
