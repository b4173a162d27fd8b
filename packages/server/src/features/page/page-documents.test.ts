import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentHandle, DocumentStatus } from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Configuration } from '../../configuration/settings.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

const KEY = 'configured-key';
const PAGE = { host: 'localhost:3030', 'sec-fetch-site': 'same-origin' };

const accounts = await openTestStores();
let dataDirectory: string;
let app: FastifyInstance;
const startApp = (settings: Partial<Configuration> = {}) =>
  createTestApp({ accounts, settings: { page: 'auto', authKey: KEY, dataDirectory, ...settings } });
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-page-'));
  app = await startApp();
});
afterAll(async () => {
  await app.close();
  await accounts.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const upload = async (
  headers: Readonly<Record<string, string | undefined>> = PAGE,
  { to = app, remoteAddress = '127.0.0.1', text = 'The house.\n' } = {},
) => {
  const form = new FormData();
  form.set('target_lang', 'ES');
  form.set('source_lang', 'EN');
  form.set('file', new Blob([text]), 'note.txt');
  const body = new Response(form);
  return to.inject({
    method: 'POST',
    url: '/session/document',
    headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
    remoteAddress,
  });
};

const ask = (
  { document_id: id, document_key: key }: DocumentHandle,
  path = '',
  headers: Readonly<Record<string, string>> = PAGE,
) =>
  app.inject({
    method: 'POST',
    url: `/session/document/${id}${path}`,
    headers,
    payload: { document_key: key },
  });

const untilDone = (handle: DocumentHandle) =>
  vi.waitUntil(async () => (await ask(handle)).json<DocumentStatus>().status === 'done', {
    timeout: 30_000,
  });

describe('documents of the page', () => {
  it('are translated without a key, and billed to nobody', async () => {
    const response = await upload();
    expect(response.statusCode).toBe(200);
    const handle = response.json<DocumentHandle>();
    await untilDone(handle);
    const result = await ask(handle, '/result');
    expect(result.body).toBe('THE HOUSE.\n');
    expect(result.headers['cache-control']).toBe('no-store');
    expect((await ask(handle, '/result')).body).toBe('THE HOUSE.\n');
    const usage = await app.inject({
      url: '/v2/usage',
      headers: { authorization: `Service-Auth-Key ${KEY}` },
    });
    expect(usage.json()).toMatchObject({ character_count: 0, document_count: 0 });
  });

  it('are deleted when the visitor no longer waits for them', async () => {
    const handle = (await upload()).json<DocumentHandle>();
    expect((await ask(handle, '/cancel')).json()).toEqual({});
    expect((await ask(handle)).statusCode).toBe(404);
    const stored = await readdir(join(dataDirectory, 'documents'));
    expect(stored.filter((name) => name.startsWith(handle.document_id))).toEqual([]);
  });

  it('are only for those who have their key', async () => {
    const handle = (await upload()).json<DocumentHandle>();
    const guess = { ...handle, document_key: handle.document_key.replace(/./g, '0') };
    for (const path of ['', '/result', '/cancel']) {
      expect((await ask(guess, path)).statusCode).toBe(404);
    }
    const withKey = await app.inject({
      method: 'POST',
      url: `/v2/document/${handle.document_id}`,
      headers: { authorization: `Service-Auth-Key ${KEY}` },
      payload: { document_key: handle.document_key },
    });
    expect(withKey.statusCode).toBe(404);
  });

  it.each([
    ['from another site', { ...PAGE, 'sec-fetch-site': 'cross-site' }, 'browser_refused'],
    ['from another port', { ...PAGE, 'sec-fetch-site': 'same-site' }, 'browser_refused'],
    [
      'from another origin, in a browser that says no more',
      { host: PAGE.host, origin: 'http://evil.example' },
      'browser_refused',
    ],
    ['from a program that does not say where from', { host: PAGE.host }, 'browser_refused'],
    ['at a name that leads here', { ...PAGE, host: 'evil.example' }, 'unauthorized'],
  ])('are not taken %s', async (_name, headers, code) => {
    const answer = await upload(headers);
    expect([answer.statusCode, answer.json().code]).toEqual([403, code]);
  });

  it('are not taken from another machine', async () => {
    expect((await upload(PAGE, { remoteAddress: '192.0.2.7' })).statusCode).toBe(403);
  });

  it('need the password where there is one', async () => {
    const guarded = await startApp({ pagePassword: 'open sesame' });
    expect((await upload(PAGE, { to: guarded })).statusCode).toBe(401);
    const authorization = `Basic ${Buffer.from(':open sesame').toString('base64')}`;
    expect((await upload({ ...PAGE, authorization }, { to: guarded })).statusCode).toBe(200);
    await guarded.close();
  });

  it('are not there when the page is off', async () => {
    const without = await startApp({ page: 'off' });
    expect((await upload(PAGE, { to: without })).statusCode).toBe(404);
    await without.close();
  });
});
