import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentForm, untilEnded, upload } from '../support/documents.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

const MODELS = fileURLToPath(new URL('../fixtures/models', import.meta.url));
const HAS_APERTIUM = existsSync('/usr/share/apertium/modes/spa-eng.mode');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { DRAGOMAN_ENGINES: 'neural,apertium', DRAGOMAN_MODELS_DIR: MODELS },
  });
});
afterAll(async () => {
  await server?.stop();
});

const translate = async (text: readonly string[], source_lang: string, target_lang: string) => {
  const answer = await postTranslate(server, { text, source_lang, target_lang });
  expect(answer.status).toBe(200);
};

/** The value of one line of the metrics, with its labels as they are written. */
const metric = async (name: string, labels: string): Promise<number | undefined> => {
  const headers = { authorization: `Service-Auth-Key ${server.key}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name}{${labels}} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};

describe('the metrics of an engine', () => {
  it('count every sentence of the neural engine, in the queue and in a batch', async () => {
    await translate(['One house.', 'Two houses.', 'Three houses.'], 'EN', 'ES');
    const labels = 'engine="neural",pair="en-es"';
    expect(await metric('dragoman_queue_seconds_count', labels)).toBe(3);
    expect(await metric('dragoman_engine_batch_sentences_sum', labels)).toBe(3);
    const batches = await metric('dragoman_engine_batch_sentences_count', labels);
    expect(await metric('dragoman_engine_seconds_count', labels)).toBe(batches);
    expect(await metric('dragoman_engine_seconds_sum', labels)).toBeGreaterThan(0);
    const characters = 'One house.Two houses.Three houses.'.length;
    expect(await metric('dragoman_engine_characters_total', labels)).toBe(characters);
  });

  it('show what the neural engine holds, and that nothing waits or broke', async () => {
    const engine = 'engine="neural"';
    expect(await metric('dragoman_engine_workers', engine)).toBeGreaterThan(0);
    expect(await metric('dragoman_engine_models', engine)).toBeGreaterThan(0);
    expect(await metric('dragoman_engine_memory_bytes', engine)).toBeGreaterThan(1_000_000);
    expect(await metric('dragoman_engine_queued_sentences', engine)).toBe(0);
    expect(await metric('dragoman_engine_restarts', engine)).toBe(0);
    expect(await metric('dragoman_keys', 'quota="near"')).toBe(0);
  });

  it.skipIf(!HAS_APERTIUM)(
    'count every sentence of Apertium, in the queue and at work',
    async () => {
      await translate(['La casa es grande.', 'El perro es verde.'], 'ES', 'CA');
      const labels = 'engine="apertium",pair="es-ca"';
      expect(await metric('dragoman_queue_seconds_count', labels)).toBe(2);
      expect(await metric('dragoman_engine_seconds_count', labels)).toBe(2);
      expect(await metric('dragoman_engine_batch_sentences_count', labels)).toBe(2);
    },
  );
});

it.skipIf(!HAS_APERTIUM)('the metrics count documents by format and outcome', async () => {
  const done = documentForm('La casa es grande.', 'a.txt', {
    source_lang: 'ES',
    target_lang: 'EN',
  });
  await untilEnded(server, await upload(server, done));
  const refused = documentForm('{"a": ', 'a.json', { source_lang: 'ES', target_lang: 'EN' });
  await untilEnded(server, await upload(server, refused));
  expect(await metric('dragoman_documents_total', 'format="txt",outcome="done"')).toBe(1);
  expect(await metric('dragoman_documents_total', 'format="json",outcome="refused"')).toBe(1);
  expect(await metric('dragoman_document_fallback_units_total', 'format="txt"')).toBe(0);
  expect(await metric('dragoman_document_queue_seconds_bucket', 'le="+Inf"')).toBe(2);
});
