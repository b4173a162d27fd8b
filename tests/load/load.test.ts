import autocannon from 'autocannon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DRAGOMAN_ENGINES: 'fake', DRAGOMAN_MAX_CONCURRENT_REQUESTS: '8' },
  });
});
afterAll(() => server?.stop());

const load = (connections: number, body: object) =>
  autocannon({
    url: `${server.url}/v2/translate`,
    method: 'POST',
    headers: {
      authorization: `Service-Auth-Key ${server.key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    connections,
    amount: 2000,
    timeout: 20,
  });

describe('under load', () => {
  it('answers every request of a few clients with 200', async () => {
    const result = await load(4, { text: ['A house.'], source_lang: 'EN', target_lang: 'ES' });
    expect(result.statusCodeStats).toEqual({ 200: { count: 2000 } });
    expect([result.errors, result.timeouts]).toEqual([0, 0]);
  });

  it('answers every request of many clients, with 200 or 429, and works on afterwards', async () => {
    const texts = Array.from({ length: 50 }, (_, index) => `House number ${index}. It is big.`);
    const result = await load(64, { text: texts, source_lang: 'EN', target_lang: 'ES' });
    const statuses = Object.keys(result.statusCodeStats ?? {});
    expect(statuses.filter((status) => !['200', '429'].includes(status))).toEqual([]);
    expect([result.errors, result.timeouts]).toEqual([0, 0]);
    const answer = await postTranslate(server, {
      text: ['A'],
      source_lang: 'EN',
      target_lang: 'ES',
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });
});
