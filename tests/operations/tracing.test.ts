import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../packages/engines/dist/llm/testing/scripted-server.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';
import {
  attributesOf,
  type ExportedSpan,
  startTraceCollector,
  type TraceCollector,
} from './trace-collector.js';

/** Words that may not be in any span, on either side. */
const SECRET = 'Vandermolen';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

let collector: TraceCollector;
let model: ScriptedServer;
/** Ids of the traces, as the responses had them. */
const ids: (string | null)[] = [];

/** All the requests of these tests, to one server, which has ended then. */
const sendAll = async (server: TestServer): Promise<void> => {
  const headers = {
    authorization: `Service-Auth-Key ${server.key}`,
    'content-type': 'application/json',
  };
  const body = { text: [`The house of ${SECRET} is big. It is old.`], target_lang: 'ES' };
  const post = async (more: object, trace: Readonly<Record<string, string>> = {}) => {
    const answer = await postTranslate(
      server,
      { ...body, ...more },
      { headers: { ...headers, ...trace } },
    );
    ids.push(answer.headers.get('x-trace-id'));
    return answer.status;
  };
  expect(await post({})).toBe(200);
  expect(await post({ source_lang: 'EN' }, { traceparent: `00-${TRACE}-${CALLER}-01` })).toBe(200);
  const repaired = {
    text: [`The 4711 houses of ${SECRET} are big.`],
    source_lang: 'EN',
    target_lang: 'DE',
  };
  expect(await post(repaired)).toBe(200);
  expect(await post({ target_lang: 'XX' })).toBe(400);
  expect(await post(body, { authorization: 'Service-Auth-Key wrong' })).toBe(403);
  expect(await post({}, { traceparent: `00-${TRACE.replace('0', '1')}-${CALLER}-00` })).toBe(200);
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
};

beforeAll(async () => {
  collector = await startTraceCollector();
  model = await startScriptedServer(({ question }) => ({
    translations: question.texts.map(({ refused }) =>
      refused === undefined ? 'Die Häuser sind groß.' : `Die 4711 Häuser von ${SECRET} sind groß.`,
    ),
  }));
  const languageModel = {
    name: 'test',
    address: model.address,
    model: 'scripted',
    pairs: ['en-de'],
  };
  const server = await startTestServer({
    environment: {
      DRAGOMAN_ENGINES: 'apertium',
      DRAGOMAN_CACHE_MAX_BYTES: '0',
      DRAGOMAN_REGION: 'house',
      DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([languageModel]),
      DRAGOMAN_TRACING_URL: collector.url,
    },
  });
  try {
    await sendAll(server);
  } finally {
    await server.stop();
  }
});
afterAll(() => Promise.all([collector?.stop(), model?.stop()]));

/** The spans of the given request, by name. */
const traceOf = (request: number): ReadonlyMap<string, ExportedSpan> =>
  new Map(
    collector
      .spans()
      .filter(({ traceId }) => traceId === ids[request])
      .map((span) => [span.name, span]),
  );
const parentIn = (trace: ReturnType<typeof traceOf>, name: string) =>
  [...trace.values()].find(({ spanId }) => spanId === trace.get(name)?.parentSpanId)?.name;

describe('the traces of a server', () => {
  it('show where the time of a request goes, under the id of its response', () => {
    const trace = traceOf(0);
    expect([...trace.keys()].toSorted()).toEqual(
      ['POST /v2/translate', 'answer', 'detect', 'engine', 'queue', 'receive'].toSorted(),
    );
    for (const name of ['receive', 'detect', 'engine', 'answer']) {
      expect(parentIn(trace, name), name).toBe('POST /v2/translate');
    }
    expect(parentIn(trace, 'queue')).toBe('engine');
    expect(trace.get('POST /v2/translate')?.parentSpanId ?? '').toBe('');
    expect(attributesOf(trace.get('engine')?.attributes)).toMatchObject({
      'dragoman.engine': 'apertium',
      'dragoman.pair': 'en-es',
      'dragoman.sentences': 2,
    });
    for (const { startTimeUnixNano, endTimeUnixNano } of trace.values()) {
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    expect(collector.resource()).toMatchObject({
      'service.name': 'dragoman',
      'cloud.region': 'house',
    });
  });

  it("continue the caller's, unless it does not want one", () => {
    expect(ids[1]).toBe(TRACE);
    expect(traceOf(1).get('POST /v2/translate')?.parentSpanId).toBe(CALLER);
    expect(ids[5]).toBe(TRACE.replace('0', '1'));
    expect(traceOf(5).size).toBe(0);
  });

  it('go on in the servers of language models, and show what is repaired', () => {
    const trace = traceOf(2);
    expect(parentIn(trace, 'repair')).toBe('POST /v2/translate');
    expect(model.calls.length).toBeGreaterThan(1);
    for (const { headers } of model.calls) {
      expect(headers.traceparent).toMatch(new RegExp(`^00-${ids[2]}-[0-9a-f]{16}-01$`));
    }
  });

  it('include refused requests, and no probes', () => {
    for (const [request, status] of [
      [3, 400],
      [4, 403],
    ] as const) {
      const span = traceOf(request).get('POST /v2/translate');
      expect(attributesOf(span?.attributes)['http.response.status_code']).toBe(status);
      expect(traceOf(request).has('receive')).toBe(true);
    }
    expect(collector.spans().filter(({ name }) => name.includes('health'))).toEqual([]);
  });

  it('contain no text', () => {
    expect(collector.bodies.length).toBeGreaterThan(0);
    for (const body of collector.bodies) {
      expect(body).not.toContain(SECRET);
      expect(body).not.toContain('test-key-0123456789');
    }
  });
});
