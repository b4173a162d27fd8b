import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient } from '../load/http-client.mjs';
import { sentenceOf } from '../load/sentences.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';

const TERMS = 10_000;
const ROUNDS = 15;
const REQUESTS_PER_ROUND = 200;
const LANGUAGES = { source_lang: 'en', target_lang: 'es' };

/** Terms that begin as the sentences do and are in none of them, so that only looking costs. */
const ENTRIES = Array.from({ length: TERMS }, (_, index) => {
  const word = sentenceOf(index).split(' ')[index % 5];
  return `${word} quux${index} house\tpalabra${index}`;
}).join('\n');

/**
 * CPU time of all processes of a server per request of one sentence to the rule-based engine, without
 * a glossary and with one of 10,000 terms; and that of the first request that uses the glossary. The
 * requests with and without it take turns, so that other load on the machine affects both equally.
 */
export const measureCost = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  const server = await spawnDragoman({ directory, settings: { DRAGOMAN_ENGINES: 'apertium' } });
  const client = createHttpClient(server.port);
  let number = 0;
  const translate = (glossary) =>
    server.post(client, '/v2/translate', {
      text: [sentenceOf(number++)],
      ...LANGUAGES,
      ...glossary,
    });
  const cpuMsOf = async (work) => {
    const before = server.cpuSeconds();
    await work();
    return 1000 * (server.cpuSeconds() - before);
  };
  const round = (glossary) =>
    cpuMsOf(async () => {
      for (let request = 0; request < REQUESTS_PER_ROUND; request++) await translate(glossary);
    });
  try {
    const glossary_id = await createGlossary(server);
    await round({});
    const firstMs = await cpuMsOf(() => translate({ glossary_id }));
    await round({ glossary_id });
    let withoutMs = 0;
    let withMs = 0;
    for (let turn = 0; turn < ROUNDS; turn++) {
      withoutMs += await round({});
      withMs += await round({ glossary_id });
    }
    const requests = ROUNDS * REQUESTS_PER_ROUND;
    return { requests, withoutMs: withoutMs / requests, withMs: withMs / requests, firstMs };
  } finally {
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

const createGlossary = async ({ port, headers }) => {
  const response = await fetch(`http://127.0.0.1:${port}/v2/glossaries`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Terms', entries: ENTRIES, ...LANGUAGES }),
  });
  if (response.status !== 201) throw new Error(`no glossary: ${await response.text()}`);
  return (await response.json()).glossary_id;
};
