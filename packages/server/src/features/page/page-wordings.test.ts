import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestAccounts } from '../../platform/database/testing/test-accounts.js';
import { createTestApp } from '../../testing/test-app.js';

describe('other wordings for the page', () => {
  let app: FastifyInstance;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const accounts = await openTestAccounts();
    app = await createTestApp({
      accounts,
      settings: { page: 'auto' },
      parts: {
        alternatives: async ({ request, count }) =>
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
      url: '/session/wordings',
      headers: { host: 'localhost:3030', 'content-type': contentType },
      remoteAddress: remote,
      payload,
    });
  const body = { text: ['Hello'], source_lang: 'EN', target_lang: 'ES' };

  it('are those of one sentence', async () => {
    const answer = await ask(body);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { wordings: ['Hello otherwise, of 5'] },
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
