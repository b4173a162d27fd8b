import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNeuralEngine } from '../packages/engines/dist/neural/index.js';
import { createHttpClient } from './load/http-client.mjs';
import { openEverydaySet } from './quality/test-sets.mjs';
import { ROOT, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { processTree } from './servers/process-tree.mjs';
import { spawnDragoman } from './servers/spawn-dragoman.mjs';

const KIBIBYTE = 1024;
/** What a request may hold, less its JSON. */
const TEXT_BYTES = 127 * KIBIBYTE;
const SENTENCES_A_PARAGRAPH = 5;
const LANGUAGES = ['de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru', 'zh'];
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const TICKS_PER_SECOND = 100;

/**
 * `npm run bench -- long-text`: one text of 128 KiB through the API, English to German, with the
 * starter model: how long it takes, and what a word costs beside the engine alone.
 */
export const run = async () => {
  const sentences = collectSentences();
  const words = sentences.join(' ').split(/\s+/).length;
  const api = await throughTheApi(sentences);
  const engine = await throughTheEngine(sentences);
  const perWord = (seconds) => `${((seconds / words) * 1e6).toFixed(0)} µs`;
  const text = `Through \`POST /v2/translate\`, a word costs ${perWord(api.cpuSeconds)} of one core, of which the engine alone takes ${perWord(engine.cpuSeconds)}; a text of ${(api.bytes / KIBIBYTE).toFixed(0)} KiB (${words} words of everyday sentences in paragraphs, English to German) is answered in ${api.seconds.toFixed(1)} s (starter model, cache off; ${describeMachine(machineFacts())}). Printed by \`npm run bench -- long-text\`.`;
  writeSection('README.md', 'long-text', text);
  writeSection('docs/reference/benchmarks-engine.md', 'long-text', text);
  process.stdout.write(`${text}\n`);
};

/** Different sentences, so that none is translated once for all. */
const collectSentences = () => {
  const set = openEverydaySet(1000);
  const all = new Set(LANGUAGES.flatMap((language) => set.pairsOf('en', language)?.sources ?? []));
  const chosen = [];
  let bytes = 0;
  for (const sentence of all) {
    bytes += Buffer.byteLength(sentence) + 2;
    if (bytes > TEXT_BYTES) break;
    chosen.push(sentence);
  }
  return chosen;
};

const paragraphsOf = (sentences) => {
  const paragraphs = [];
  for (let start = 0; start < sentences.length; start += SENTENCES_A_PARAGRAPH) {
    paragraphs.push(sentences.slice(start, start + SENTENCES_A_PARAGRAPH).join(' '));
  }
  return paragraphs.join('\n\n');
};

const throughTheApi = async (sentences) => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-long-text-'));
  const server = await spawnDragoman({
    directory,
    settings: { DRAGOMAN_REQUEST_TIMEOUT_MS: '600000' },
  });
  const languages = { source_lang: 'EN', target_lang: 'DE' };
  const client = createHttpClient(server.port, { timeoutMs: 600_000 });
  try {
    // The first request loads the model.
    await server.post(client, '/v2/translate', { ...languages, text: ['Good morning.'] });
    const text = paragraphsOf(sentences);
    const beforeCpu = server.cpuSeconds();
    const startedMs = performance.now();
    await server.post(client, '/v2/translate', { ...languages, text: [text] });
    const seconds = (performance.now() - startedMs) / 1000;
    return { seconds, cpuSeconds: server.cpuSeconds() - beforeCpu, bytes: Buffer.byteLength(text) };
  } finally {
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

const throughTheEngine = async (sentences) => {
  const engine = createNeuralEngine({ log: SILENT }, { modelDirectories: [join(ROOT, 'models')] });
  const { signal } = new AbortController();
  const pair = { source: 'en', target: 'de', modelType: 'latency_optimized' };
  const translate = (texts) =>
    engine.translateBatch(
      { ...pair, units: texts.map((text) => ({ text, protectedSpans: [] })) },
      { signal },
    );
  try {
    await engine.start();
    await translate(['Good morning.']);
    const before = engineSeconds();
    await translate(sentences);
    return { cpuSeconds: engineSeconds() - before };
  } finally {
    await engine.stop();
  }
};

/** CPU time of the processes of the engine, which this one has started. */
const engineSeconds = () =>
  processTree(process.pid)
    .filter(({ pid }) => pid !== process.pid)
    .reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;
