import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient } from './load/http-client.mjs';
import { openEverydaySet } from './quality/test-sets.mjs';
import { ROOT, writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { spawnDragoman } from './servers/spawn-dragoman.mjs';

const MODELS = join(ROOT, 'models');
const PAGE = 'docs/reference/starter-models.md';
const TEXTS_A_REQUEST = 25;
const REQUESTS_IN_FLIGHT = 4;
const SENTENCES = 500;

/**
 * `npm run bench -- starters`: the scores in the metadata of the starter models, as
 * `training/run evaluate` wrote them, and how fast the first of them answers through the API.
 */
export const run = async () => {
  const models = readModels();
  if (models.length === 0) {
    process.stderr.write(`${MODELS} holds no model.\n`);
    process.exitCode = 2;
    return;
  }
  const machine = machineFacts();
  const speed = await measureSpeed(models[0].pairs[0]);
  writeResults('starters', { machine, speed, models: models.map(resultsOf) });
  const text = `${scoreTable(models)}

${speedSentence(speed, machine)}`;
  writeSection(PAGE, 'scores', text);
  process.stdout.write(`${text}\n`);
};

const readModels = () =>
  (existsSync(MODELS) ? readdirSync(MODELS) : [])
    .map((name) => join(MODELS, name, 'metadata.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));

const resultsOf = ({ id, evaluation }) => ({ id, evaluation });

const scoreTable = (models) =>
  formatTable(
    ['direction', 'test set', 'system', 'BLEU', 'chrF', 'negations kept'],
    models.flatMap(({ id, evaluation }) =>
      [
        ...(evaluation?.scores ?? []).map((score) => ({ system: id, ...score })),
        ...(evaluation?.others ?? []),
      ]
        .sort((left, right) => left.testSet.localeCompare(right.testSet))
        .map(({ source, target, testSet, system, bleu, chrf, negations }) => [
          `${source} → ${target}`,
          testSet,
          system,
          bleu.toFixed(1),
          chrf.toFixed(1),
          negations ? `${negations.kept} of ${negations.sentences}` : '',
        ]),
    ),
  );

const measureSpeed = async ({ source, target }) => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-starters-'));
  const server = await spawnDragoman({ directory, settings: { DRAGOMAN_ENGINES: 'neural' } });
  const client = createHttpClient(server.port);
  try {
    const { sources } = openEverydaySet(SENTENCES).pairsOf(source, target);
    const requests = [];
    for (let start = 0; start < sources.length; start += TEXTS_A_REQUEST) {
      requests.push(sources.slice(start, start + TEXTS_A_REQUEST));
    }
    const body = { source_lang: source.toUpperCase(), target_lang: target.toUpperCase() };
    const send = (text) => server.post(client, '/v2/translate', { ...body, text });
    // The first request loads the model.
    await send([sources[0]]);
    const startedMs = performance.now();
    const waiting = [...requests];
    const sendAll = async () => {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) await send(text);
    };
    await Promise.all(Array.from({ length: REQUESTS_IN_FLIGHT }, sendAll));
    const seconds = (performance.now() - startedMs) / 1000;
    const words = sources.join(' ').split(/\s+/).length;
    return { source, target, words, seconds, wordsPerSecond: Math.round(words / seconds) };
  } finally {
    client.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

const speedSentence = ({ source, target, wordsPerSecond }, machine) =>
  `Through \`POST /v2/translate\`, ${TEXTS_A_REQUEST} everyday sentences per request and ${REQUESTS_IN_FLIGHT} requests in flight, ${source} → ${target} translates ${wordsPerSecond} words per second (${describeMachine(machine)}, cache off).`;
