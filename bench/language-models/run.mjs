// Whether requests to a slow language model slow those down that other engines translate.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runClosedLoop } from '../load/closed-loop.mjs';
import { createHttpClient } from '../load/http-client.mjs';
import { percentile, round } from '../load/percentiles.mjs';
import { writeResults, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';
import { spawnDragoman } from '../servers/spawn-dragoman.mjs';
import { inSpanish, nextSentence } from './sentences.mjs';

const ROUNDS = 6;
const STRETCH_MS = 3000;
const RAMP_MS = 250;
const MODEL_REQUESTS = 64;
const MODEL_DELAY_MS = [1500, 2500];
const FEW_REQUESTS = 4;
const MODEL_SERVER = fileURLToPath(new URL('model-server.mjs', import.meta.url));

const ENGINES = [
  { name: 'Apertium, English to Spanish', target: 'ES' },
  { name: 'neural, English to German', target: 'DE' },
];

/** `npm run bench -- language-models`: takes about two minutes. */
export const run = async () => {
  const model = fork(MODEL_SERVER, MODEL_DELAY_MS.map(String));
  const [address] = await once(model, 'message');
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  const languageModel = {
    name: 'slow',
    address,
    model: 'scripted',
    pairs: ['en-es'],
    maxConcurrency: MODEL_REQUESTS,
  };
  const server = await spawnDragoman({
    directory,
    settings: { DRAGOMAN_LANGUAGE_MODELS: JSON.stringify([languageModel]) },
  });
  try {
    const rows = await measureAll(server);
    const report = {
      machine: machineFacts(),
      rounds: ROUNDS,
      secondsEach: STRETCH_MS / 1000,
      modelRequests: MODEL_REQUESTS,
      modelDelayMs: MODEL_DELAY_MS,
      rows,
    };
    writeResults('language-models', report);
    const text = render(report);
    writeSection('docs/reference/benchmarks.md', 'bench language-models', text);
    process.stdout.write(`\n${text}\n`);
  } finally {
    await server.stop();
    model.disconnect();
    rmSync(directory, { recursive: true, force: true });
  }
};

const ask = async (server, client, target, model_type) => {
  const text = nextSentence();
  const answer = await server.post(client, '/v2/translate', {
    text: [text],
    source_lang: 'EN',
    target_lang: target,
    model_type,
  });
  const [translation] = JSON.parse(answer).translations;
  if (model_type === 'quality_optimized' && translation.text !== inSpanish(text))
    throw new Error(`the language model did not translate: ${translation.text}`);
};

const measureAll = async (server) => {
  const cells = ENGINES.flatMap((engine) =>
    [false, true].map((isModelBusy) => ({
      ...engine,
      isModelBusy,
      latenciesMs: [],
      modelAnswers: 0,
      allAnswers: 0,
      cpuSeconds: 0,
      rates: [],
    })),
  );
  for (const cell of cells) await measure(server, { ...cell, latenciesMs: [], rates: [] });
  for (let number = 0; number < ROUNDS; number++) {
    // The order changes each round, so that other load on the machine affects all equally.
    for (const cell of number % 2 === 0 ? cells : cells.toReversed()) await measure(server, cell);
  }
  return cells.map((cell, index) => {
    const { latenciesMs, allAnswers, modelAnswers, cpuSeconds, rates } = cell;
    // Without the language model, the same requests cost what the cell before this one says.
    const alone = cells[index - 1];
    const ownSeconds = cell.isModelBusy
      ? (alone.cpuSeconds / alone.allAnswers) * allAnswers
      : cpuSeconds;
    return {
      engine: cell.name,
      modelRequestsInFlight: cell.isModelBusy ? MODEL_REQUESTS : 0,
      answers: latenciesMs.length,
      p50Ms: round(percentile(latenciesMs, 0.5)),
      p99Ms: round(percentile(latenciesMs, 0.99)),
      answersPerSecond: round(rates.reduce((sum, rate) => sum + rate, 0) / rates.length),
      serverCpuMsPerAnswer: round((1000 * ownSeconds) / allAnswers, 2),
      modelAnswers,
      serverCpuMsPerModelAnswer: cell.isModelBusy
        ? round((1000 * (cpuSeconds - ownSeconds)) / modelAnswers, 2)
        : null,
    };
  });
};

const measure = async (server, cell) => {
  const client = createHttpClient(server.port);
  const options = { nextWork: () => undefined, rampMs: RAMP_MS };
  const load = (target, model_type, concurrency, durationMs) =>
    runClosedLoop(() => ask(server, client, target, model_type), {
      ...options,
      concurrency,
      durationMs,
    });
  const cpuBefore = server.cpuSeconds();
  const [fast, slow] = await Promise.all([
    load(cell.target, 'latency_optimized', FEW_REQUESTS, STRETCH_MS),
    cell.isModelBusy ? load('ES', 'quality_optimized', MODEL_REQUESTS, STRETCH_MS) : undefined,
  ]);
  for (const { failures, firstFailure } of [fast, ...(slow ? [slow] : [])])
    if (failures > 0) throw new Error(`${failures} requests failed: ${firstFailure}`);
  cell.latenciesMs.push(...fast.latenciesMs);
  cell.modelAnswers += slow?.allAnswers ?? 0;
  cell.cpuSeconds += server.cpuSeconds() - cpuBefore;
  cell.allAnswers += fast.allAnswers;
  cell.rates.push(fast.answersPerSecond);
  client.close();
};

const render = ({ machine, rows }) => {
  const table = formatTable(
    ['measured requests', 'in the language model', 'p50 ms', 'p99 ms', 'per second'],
    rows.map((row) => [
      row.engine,
      row.modelRequestsInFlight,
      row.p50Ms,
      row.p99Ms,
      row.answersPerSecond,
    ]),
  );
  const cpu = rows.flatMap(({ serverCpuMsPerModelAnswer }) => serverCpuMsPerModelAnswer ?? []);
  const [leastMs, mostMs] = MODEL_DELAY_MS;
  return `${table}\n\n${ROUNDS} alternating stretches of ${STRETCH_MS / 1000} seconds, ${FEW_REQUESTS} measured requests at a time, each with a sentence. The scripted model server answers after ${leastMs / 1000} to ${mostMs / 1000} seconds and in the table's second and fourth row always has ${MODEL_REQUESTS} requests. An answer of it costs the server ${Math.min(...cpu)} to ${Math.max(...cpu)} ms of CPU time. On ${describeMachine(machine)}, with \`npm run bench -- language-models\`, while other programs used the machine, too.`;
};
