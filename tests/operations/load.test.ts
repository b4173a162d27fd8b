import autocannon from 'autocannon';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

// Hundreds of requests, beside other tests on the same cores.
vi.setConfig({ testTimeout: 120_000 });

const MAX_CONCURRENT_REQUESTS = 4;
/** Few enough that one pause of the machine is less than 1 % of the requests. */
const MANY_CLIENTS = 16;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: {
      DRAGOMAN_ENGINES: 'fake',
      DRAGOMAN_MAX_CONCURRENT_REQUESTS: String(MAX_CONCURRENT_REQUESTS),
    },
  });
});
afterAll(() => server?.stop());

/** Fifty texts, and each request others: identical ones would share one translation. */
const TEXTS = Array.from({ length: 50 }, (_, index) => `House [<id>], number ${index}. It is big.`);

const load = (clients: number, amount: number) =>
  autocannon({
    url: `${server.url}/v2/translate`,
    method: 'POST',
    headers: {
      authorization: `Service-Auth-Key ${server.key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text: TEXTS, source_lang: 'EN', target_lang: 'ES' }),
    idReplacement: true,
    connections: clients,
    amount,
    timeout: 60,
  });

describe('under load', () => {
  it('answers every request of a few clients with 200', async () => {
    const result = await load(4, 300);
    expect(result.statusCodeStats).toEqual({ 200: { count: 300 } });
    expect([result.errors, result.timeouts]).toEqual([0, 0]);
  });

  it('translates for as many clients as there is room for, refuses the others, and keeps latency in proportion', async () => {
    await load(MANY_CLIENTS, 200);
    const idle = await load(1, 200);
    const busy = await load(MANY_CLIENTS, 1600);
    expect([busy.errors, busy.timeouts]).toEqual([0, 0]);
    const counts = new Map(
      Object.entries(busy.statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0]),
    );
    expect([...counts.keys()]).toEqual(['200', '429']);
    expect(counts.get('200')).toBeGreaterThan(1600 / 50);
    // A ratio, as machines differ: about 5, and at most two turns of every client.
    const growth = busy.latency.p99 / Math.max(1, idle.latency.p99);
    expect(growth).toBeLessThan(2 * MANY_CLIENTS);

    const body = { text: ['A'], source_lang: 'EN', target_lang: 'ES' };
    expect((await postTranslate(server, body)).status).toBe(200);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });
});
