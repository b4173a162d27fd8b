import type { WireMultilingualGlossary } from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

const HOME = { host: 'localhost:3030', 'sec-fetch-site': 'same-origin' };
const PATH = '/session/glossaries';
const PAIR = { source_lang: 'EN', target_lang: 'ES' };

const accounts = await openTestStores();
let app: FastifyInstance;
beforeAll(async () => {
  app = await createTestApp({ accounts, settings: { page: 'on' } });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});

const call = (
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
  path = '',
  payload?: object,
  { headers = HOME as Readonly<Record<string, string>>, remoteAddress = '127.0.0.1' } = {},
) =>
  app.inject({
    method,
    url: PATH + path,
    headers,
    remoteAddress,
    ...(payload && { payload }),
  });

const create = async (): Promise<string> =>
  (await call('POST', '', { name: 'Homes' })).json<WireMultilingualGlossary>().glossary_id;
const entriesOf = async (id: string) =>
  (await call('GET', `/${id}/entries?${new URLSearchParams(PAIR)}`)).body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

describe('a glossary of the page', () => {
  it('is created, listed and deleted; every change is in the audit log', async () => {
    const id = await create();
    expect((await call('GET')).json().glossaries).toMatchObject([{ name: 'Homes' }]);
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await call('GET')).json().glossaries).toEqual([]);
    const [removed, created] = await accounts.accountStore.listAudit(2);
    expect(removed).toMatchObject({ actor: 'page', action: 'remove-glossary', keyId: 'page' });
    expect(created).toMatchObject({ actor: 'page', action: 'create-glossary' });
  });

  it('has entries that are added, changed and removed', async () => {
    const id = await create();
    expect(await entriesOf(id)).toEqual([]);
    const put = [
      ['house', 'casa'],
      ['5" disk, new', 'disco'],
    ];
    await call('PATCH', `/${id}/entries`, { ...PAIR, put });
    await call('PATCH', `/${id}/entries`, { ...PAIR, put: [['house', 'hogar']] });
    expect(await entriesOf(id)).toEqual([['house', 'hogar'], put[1]]);
    const refused = { ...PAIR, remove: ['house'], put: [['two\nlines', 'x']] };
    expect((await call('PATCH', `/${id}/entries`, refused)).statusCode).toBe(400);
    expect(await entriesOf(id)).toEqual([['house', 'hogar'], put[1]]);
    await call('PATCH', `/${id}/entries`, { ...PAIR, remove: ['house', 'unknown'] });
    expect(await entriesOf(id)).toEqual([put[1]]);
    await call('PATCH', `/${id}/entries`, { ...PAIR, remove: [put[1]?.[0]] });
    expect(await entriesOf(id)).toEqual([]);
    await call('DELETE', `/${id}`);
  });

  it('takes the entries of a file, and says where terms are in a translation', async () => {
    const id = await create();
    const query = new URLSearchParams({ ...PAIR, file_name: 'a.tsv' });
    const imported = await app.inject({
      method: 'POST',
      url: `${PATH}/${id}/file?${query}`,
      headers: { ...HOME, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('house\thogar'),
    });
    expect(imported.statusCode).toBe(200);
    const texts = { text: 'A house', translation: 'Un Hogar' };
    const { places } = (await call('POST', `/${id}/places`, { ...PAIR, ...texts })).json();
    expect(places).toEqual([{ start: 3, end: 8, source: 'house' }]);
    await call('DELETE', `/${id}`);
  });

  it.each([
    ['remove', { remove: 'house' }],
    ['put', { put: [['house']] }],
    ['put', { put: Array.from({ length: 1001 }, (_, index) => [`${index}`, 'x']) }],
    ['entries', { put: [['two\nlines', 'x']] }],
    ['source_lang', { source_lang: undefined }],
  ])('refuses what cannot be meant, naming %s', async (parameter, changes) => {
    const id = await create();
    const answer = await call('PATCH', `/${id}/entries`, { ...PAIR, ...changes });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain(parameter);
    await call('DELETE', `/${id}`);
  });

  it('is neither seen nor changed from other machines and other sites', async () => {
    const id = await create();
    const strangers = [
      { remoteAddress: '192.0.2.7' },
      { headers: { ...HOME, 'sec-fetch-site': 'cross-site' } },
      { headers: { ...HOME, 'x-forwarded-for': '192.0.2.7' } },
    ];
    for (const stranger of strangers) {
      expect((await call('GET', '', undefined, stranger)).statusCode).toBe(403);
      expect((await call('DELETE', `/${id}`, undefined, stranger)).statusCode).toBe(403);
    }
    expect((await call('GET')).json().glossaries).toHaveLength(1);
    await call('DELETE', `/${id}`);
  });

  it('is seen from everywhere with the password', async () => {
    const guarded = await createTestApp({
      accounts,
      settings: { page: 'auto', pagePassword: 'open sesame' },
    });
    const authorization = `Basic ${Buffer.from(':open sesame').toString('base64')}`;
    const ask = (headers: Readonly<Record<string, string>>) =>
      guarded.inject({ url: PATH, headers, remoteAddress: '192.0.2.7' });
    expect((await ask(HOME)).statusCode).toBe(401);
    expect((await ask({ ...HOME, authorization })).statusCode).toBe(200);
    await guarded.close();
  });
});
