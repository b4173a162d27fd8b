import { AppError } from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Configuration } from '../../configuration/settings.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp, type TestAppOptions } from '../../testing/test-app.js';

const accounts = await openTestStores();
afterAll(() => accounts.close());
const apps: FastifyInstance[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

const createPage = async (
  settings: Partial<Configuration> = {},
  options: Pick<TestAppOptions, 'now' | 'parts'> = {},
): Promise<FastifyInstance> => {
  const app = await createTestApp({
    accounts,
    settings: { maxBodyBytes: 2000, page: 'auto', ...settings },
    ...options,
  });
  apps.push(app);
  return app;
};

const HOME = { host: 'localhost:3030', 'sec-fetch-site': 'same-origin' };
const ELSEWHERE = '192.0.2.7';

const get = (app: FastifyInstance, url = '/', headers = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url, headers: { ...HOME, ...headers }, remoteAddress });

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
});

const translate = async (app: FastifyInstance, payload: object) => {
  const cookie = String((await get(app, '/session/languages')).headers['set-cookie']);
  return app.inject({
    method: 'POST',
    url: '/session/translate',
    headers: { ...HOME, cookie: cookie.split(';', 1)[0] ?? '' },
    payload,
  });
};

describe('the files of the page', () => {
  it('come with a policy that lets nothing in from elsewhere and nothing inline', async () => {
    const { headers, body } = await get(await createPage());
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(body).not.toMatch(/ style=| on[a-z]+=|<style|<script(?![^>]* src=)/);
  });

  it('are kept by browsers: the page is asked about, the rest stays for good', async () => {
    const app = await createPage();
    const page = await get(app);
    const etag = String(page.headers.etag);
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await get(app, '/', { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const [, script = ''] = /src="([^"]+app\.js)"/.exec(page.body) ?? [];
    const { headers, statusCode } = await get(app, `/${script}`);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await get(app, `/${script}x`)).statusCode).toBe(404);
    expect((await get(app, '/?from=a-link')).statusCode).toBe(200);
  });

  it('are not there at all when the page is off', async () => {
    const app = await createPage({ page: 'off' });
    for (const url of ['/', '/session/languages']) {
      expect((await get(app, url)).statusCode).toBe(404);
    }
  });
});

describe('who may see the page', () => {
  it.each(['localhost', 'LOCALHOST:3030', '127.0.0.1:3030', '[::1]:3030', 'my.localhost'])(
    'without a password a visitor on this machine may, at %s',
    async (host) => {
      const app = await createPage();
      expect((await get(app, '/', { host })).statusCode).toBe(200);
      expect((await get(app, '/session/languages', { host })).statusCode).toBe(200);
    },
  );

  it.each([
    ['from another machine', {}, ELSEWHERE],
    ['through a reverse proxy', { 'x-forwarded-for': ELSEWHERE }, '127.0.0.1'],
    ['at a name that leads here', { host: 'evil.example' }, '127.0.0.1'],
    ['at a name that looks like this machine', { host: 'localhost.evil.example' }, '127.0.0.1'],
    ['at a name of digits', { host: '127.0.0.1.evil.example' }, '127.0.0.1'],
  ])('without a password nobody may %s', async (_name, headers, remoteAddress) => {
    const app = await createPage();
    for (const url of ['/', '/session/languages']) {
      const answer = await get(app, url, headers, remoteAddress);
      expect(answer.statusCode).toBe(403);
      expect(answer.json().message).toContain('DRAGOMAN_PAGE_PASSWORD');
    }
  });

  it('everybody may when it is on', async () => {
    const app = await createPage({ page: 'on' });
    const answer = await get(app, '/', { host: 'translate.example' }, ELSEWHERE);
    expect(answer.statusCode).toBe(200);
  });

  it('who knows the password may, from everywhere', async () => {
    const app = await createPage({ pagePassword: 'pässword: 1' });
    for (const url of ['/', '/session/languages']) {
      const asked = await get(app, url, { host: 'translate.example' }, ELSEWHERE);
      expect(asked.statusCode).toBe(401);
      expect(asked.json().code).toBe('password_required');
      expect(asked.headers['www-authenticate']).toBe('Basic realm="Dragoman", charset="UTF-8"');
      expect((await get(app, url, basic('pässword: 2'))).statusCode).toBe(401);
      expect((await get(app, url, basic('pässword: 1'), ELSEWHERE)).statusCode).toBe(200);
    }
  });

  it.each([
    'Basic',
    'Basic !',
    'Bearer pässword',
    `Basic ${Buffer.from('without a colon').toString('base64')}`,
    `Basic ${'A'.repeat(2000)}`,
  ])('%s is no password', async (authorization) => {
    const app = await createPage({ pagePassword: 'pässword: 1' });
    expect((await get(app, '/', { authorization })).statusCode).toBe(401);
  });

  it('who has known the password need not wait for those who guess', async () => {
    const app = await createPage({ pagePassword: 'password 1' }, { now: () => 0 });
    const first = await get(app, '/', basic('password 1'), ELSEWHERE);
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    for (let guess = 0; guess < 10; guess++) await get(app, '/', basic('wrong'), ELSEWHERE);
    const answerTo = async (password: string, sent: string) =>
      (await get(app, '/', { ...basic(password), cookie: sent }, ELSEWHERE)).statusCode;
    expect(await answerTo('password 1', cookie)).toBe(200);
    expect(await answerTo('password 1', cookie.replace(/.$/, ''))).toBe(429);
    expect(await answerTo('password 1', 'dragoman_browser=')).toBe(429);
    expect(await answerTo('another', cookie)).toBe(429);
    const again = await get(app, '/', { ...basic('password 1'), cookie }, ELSEWHERE);
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('who guesses has to wait, even with the right one; others need not', async () => {
    let nowMs = 0;
    const app = await createPage({ pagePassword: 'password 1' }, { now: () => nowMs });
    for (let guess = 0; guess < 10; guess++) {
      expect((await get(app, '/', basic('wrong'), ELSEWHERE)).statusCode).toBe(401);
    }
    nowMs = 20_000;
    const refused = await get(app, '/', basic('password 1'), ELSEWHERE);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40']);
    expect((await get(app, '/', basic('password 1'))).statusCode).toBe(200);
    nowMs = 60_000;
    expect((await get(app, '/', basic('password 1'), ELSEWHERE)).statusCode).toBe(200);
  });
});

describe('the forms of the API reference', () => {
  const SESSION = 'data-session=';
  const reference = async (settings = {}, headers = {}, remoteAddress = '127.0.0.1') =>
    (await get(await createPage(settings), '/docs', headers, remoteAddress)).body;

  it('use the session for the two calls that it answers, where no password is needed', async () => {
    expect((await reference()).split(SESSION)).toHaveLength(3);
    expect(await reference({ page: 'on' }, {}, ELSEWHERE)).toContain(SESSION);
  });

  it.each([
    ['from another machine', {}, {}, ELSEWHERE],
    ['through a reverse proxy', {}, { 'x-forwarded-for': ELSEWHERE }, '127.0.0.1'],
    ['with a password', { pagePassword: 'password 1' }, {}, '127.0.0.1'],
    ['without the page', { page: 'off' as const }, {}, '127.0.0.1'],
  ])('ask for a key %s', async (_name, settings, headers, remoteAddress) => {
    expect(await reference(settings, headers, remoteAddress)).not.toContain(SESSION);
  });
});

describe("the page's session", () => {
  it('starts with both lists of languages in one answer', async () => {
    const app = await createPage();
    const started = await get(app, '/session/start');
    for (const type of ['source', 'target']) {
      const listed = await get(app, `/session/languages?type=${type}`);
      expect(started.json()[type]).toEqual(listed.json());
    }
    const [cookie = ''] = String(started.headers['set-cookie']).split(';', 1);
    const answer = await app.inject({
      method: 'POST',
      url: '/session/translate',
      headers: { ...HOME, cookie },
      payload: { text: ['Hello'], target_lang: 'ES' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('lists the languages and translates without a key', async () => {
    const app = await createPage();
    expect((await get(app, '/session/languages?type=target&source_lang=ES')).json()).toEqual([
      expect.objectContaining({ language: 'EN-GB' }),
      expect.objectContaining({ language: 'EN-US' }),
    ]);
    const answer = await translate(app, { text: ['Hello'], target_lang: 'ES' });
    expect(answer.json()).toEqual({
      translations: [
        // Where the page finds each sentence, here and there.
        { detected_source_language: 'EN', text: 'HELLO', sentences: [[0, 5, 0, 5]] },
      ],
    });
  });

  it.each([
    [new AppError('pair_not_installed', { message: 'No way.' }), 400, 'No way.'],
    [new AppError('too_many_requests', { retryAfterSeconds: 3 }), 429, 'Too many requests.'],
    [new Error('/secret/path'), 500, 'Internal error.'],
  ])('tells failures in the one form of all errors: %s', async (failure, status, message) => {
    const translator = { translate: () => Promise.reject(failure), requireRoute: () => {} };
    const app = await createPage({}, { parts: { translator } });
    const answer = await translate(app, { text: ['Hello'], target_lang: 'ES' });
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toContain(message);
    expect(answer.body).not.toContain('/secret/path');
    expect(answer.headers['retry-after']).toBe(status === 429 ? '3' : undefined);
  });

  it('refuses what is too large, and who asks too often', async () => {
    const app = await createPage({ pageRequestsPerMinute: 3 });
    const body = { text: ['x'.repeat(3000)], target_lang: 'ES' };
    expect((await translate(app, body)).statusCode).toBe(413);
    const opened = await get(app, '/session/languages');
    const cookie = String(opened.headers['set-cookie']).split(';', 1)[0] ?? '';
    const statuses = [];
    for (let time = 0; time < 3; time++) {
      statuses.push((await get(app, '/session/languages', { cookie })).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });
});
