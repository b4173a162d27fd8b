import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureNativeEngine } from '../../scripts/build-engine.mjs';
import { ROOT, writeResults, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';
import { startChild } from './children.mjs';
import { everydaySentences } from './sentences.mjs';
import { measureRequests, measureServerMemory, measureShortTexts } from './server.mjs';

const MODEL = 'starter-en-de';
/** Sentences of a round, one at a time: of the npm package's engine, and of ours, which needs less for one. */
const PEER_SINGLES = 60;
const SINGLES = 300;
const MANY_TIMES = 6;
/**
 * Sentences that every process gets first, the same number as {@link REQUESTS_BEFORE} in server.mjs:
 * until then, more time goes into compiling JavaScript than into sentences. The npm package's engine has
 * little of it.
 */
const WARM_UP = 2400;
const PEER_WARM_UP = 400;
/** What is also measured without warming up: the first ones after a start. */
const FIRST = 120;
/** How often a process is started; the median counts. */
const STARTS = 5;
const AIMS = {
  batch: 20,
  single: 10,
  wasmBatch: 7,
  wasmSingle: 4,
  twoThreads: 1.9,
  memoryMiB: 350,
  openMs: 20,
  firstTranslationMs: 500,
  shortTexts: 4,
  requestCpuMs: 3,
};

/**
 * `npm run bench -- engine [--rounds 3] [--texts FILE] [--only-cpu]`: the neural engine beside the npm
 * package's, both with the same starter model and the same sentences, by CPU time; and what it takes in
 * a server. Each instruction set has a section of the page. With `--only-cpu` what needs a machine without other load is left out.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      texts: { type: 'string' },
      count: { type: 'string', default: '400' },
      'only-cpu': { type: 'boolean', default: false },
    },
  });
  const rounds = Math.min(9, Math.max(1, Math.trunc(Number(values.rounds)) || 3));
  process.stderr.write(`neural engine: ${(await ensureNativeEngine()).outcome}\n`);
  const texts = sentencesOf(values.texts).slice(
    0,
    Math.max(PEER_SINGLES, Number(values.count) || 400),
  );
  const rows = await measureSpeed(texts, rounds);
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  try {
    process.stderr.write(`${renderSpeed(rows)}\n`);
    const memory = await measureServerMemory(directory, readdirSync(join(ROOT, 'models')));
    const requests = await measureRequests(directory, texts);
    const unhurried = values['only-cpu']
      ? {}
      : {
          start: await measureStart(directory),
          shortTexts: await measureShortTexts(directory, texts),
        };
    const report = {
      machine: machineFacts(),
      load: Math.round(loadavg()[1]),
      rounds,
      aims: AIMS,
      rows,
      memory,
      requests,
      ...unhurried,
    };
    report.ratios = ratiosOf(report);
    const kernels =
      /\((.+)\)/.exec(rows.find(({ name }) => name === 'batch')?.build)?.[1] ?? 'wasm';
    writeResults(`engine-${kernels}`, report);
    const text = render(report);
    writeSection('docs/reference/benchmarks-engine.md', `bench engine ${kernels}`, text);
    process.stdout.write(`\n${text}\n`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/** One sentence a line; of a table, the first column. Without a file, our own. */
const sentencesOf = (path) =>
  path === undefined
    ? everydaySentences()
    : readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.split('\t', 1)[0].trim())
        .filter((line) => line !== '');

/** Where the files of the model are that all engines get. */
const modelFiles = () => {
  const folder = join(ROOT, 'models', MODEL);
  const { files, beamSize = 1 } = JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'));
  return {
    modelPath: join(folder, files.model.name),
    vocabularyPath: join(folder, files.vocabulary.name),
    beamSize,
  };
};

/** Every kind once per round, so that other load on the machine affects all equally. */
const measureSpeed = async (texts, rounds) => {
  const one = { texts: texts.slice(0, SINGLES), callers: 1, textsPerCall: 1 };
  const peerOne = { ...one, texts: texts.slice(0, PEER_SINGLES) };
  const all = { texts, callers: 8, textsPerCall: 16 };
  // Long enough for the ends not to count, where the last sentences have the threads to themselves.
  const many = { ...all, texts: Array.from({ length: MANY_TIMES }, () => texts).flat() };
  const ours = (mode, threadCount) => ({
    file: './our-process.mjs',
    start: { modelDirectories: [join(ROOT, 'models')], mode, threadCount },
  });
  const peer = { file: './peer-process.mjs', start: modelFiles() };
  const kinds = [
    {
      name: 'peer',
      title: 'npm package, one text per call, with alignment',
      ...peer,
      job: peerOne,
    },
    { name: 'single', title: 'one sentence at a time', ...ours('auto', 1), job: one },
    { name: 'batch', title: 'batches', ...ours('auto', 1), job: all },
    { name: 'oneThread', title: 'more of them, one thread', ...ours('auto', 1), job: many },
    { name: 'twoThreads', title: 'the same, two threads', ...ours('auto', 2), job: many },
    // Share nothing but the machine: what it gives to two threads that never wait for each other.
    {
      name: 'twoProcesses',
      title: 'the same in each of two processes, a thread each',
      ...ours('auto', 1),
      job: many,
      processes: 2,
    },
    { name: 'wasmSingle', title: 'one sentence at a time', ...ours('wasm', 1), job: one },
    { name: 'wasmBatch', title: 'batches', ...ours('wasm', 1), job: all },
  ];
  const children = [];
  try {
    const sessions = [];
    for (const { name, title, file, start, job, processes = 1 } of kinds) {
      process.stderr.write(`starting ${name}\n`);
      const own = Array.from({ length: processes }, () => startChild(file));
      children.push(...own);
      const ask = async (message) => Promise.all(own.map((child) => child.ask(message)));
      const [{ build }] = await ask({ start });
      const warmUp = name === 'peer' ? PEER_WARM_UP : WARM_UP;
      const times = Math.ceil(warmUp / texts.length);
      const before = Array.from({ length: times }, () => texts)
        .flat()
        .slice(0, warmUp);
      const first = inAll(await ask({ job: { ...job, texts: before.slice(0, FIRST) } }));
      await ask({ job: { ...job, texts: before.slice(FIRST) } });
      sessions.push({ name, title, build, ask, job, first, samples: [] });
    }
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      for (const { ask, job, samples } of sessions) samples.push(inAll(await ask({ job })));
    }
    return sessions.flatMap(({ name, title, build, first, samples }) => [
      { ...{ name, title, build }, ...speedOf(samples) },
      ...(name.toLowerCase().endsWith('single')
        ? [
            {
              name: `${name}First`,
              title: `the first ${FIRST} of them`,
              build,
              ...speedOf([first]),
            },
          ]
        : []),
    ]);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
};

/** What processes did at the same time. */
const inAll = (samples) => ({
  words: samples.reduce((sum, { words }) => sum + words, 0),
  cpuSeconds: samples.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  wallSeconds: Math.max(...samples.map(({ wallSeconds }) => wallSeconds)),
});

const speedOf = (samples) => ({
  wordsPerCpuSecond: Math.round(median(samples.map(({ words, cpuSeconds }) => words / cpuSeconds))),
  wordsPerSecond: Math.round(median(samples.map(({ words, wallSeconds }) => words / wallSeconds))),
});

const measureStart = async (directory) => {
  const openings = [];
  const firstTranslations = [];
  for (let start = 0; start < STARTS; start++) {
    const child = startChild('./our-process.mjs');
    try {
      const options = { modelDirectories: [join(ROOT, 'models')], threadCount: 2 };
      openings.push((await child.ask({ start: options })).openMs);
    } finally {
      await child.stop();
    }
    firstTranslations.push(await measureFirstTranslation(directory));
  }
  return { openMs: median(openings), firstTranslationMs: Math.round(median(firstTranslations)) };
};

/** From the start of the installed program until it prints a translation, in milliseconds. */
const measureFirstTranslation = async (directory) => {
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'packages', 'server', 'bin', 'dragoman.js'),
      // No phrase book has it.
      ...['translate', '--from', 'en', '--to', 'de', 'My brother paints old boats in winter.'],
    ],
    {
      env: {
        PATH: process.env.PATH,
        DRAGOMAN_ENGINES: 'neural',
        DRAGOMAN_DATA_DIR: join(directory, 'command'),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  const printed = once(child.stdout, 'data').then(() => performance.now() - startedMs);
  const [code] = await ended;
  if (code !== 0) throw new Error(`dragoman translate ended with status ${code}`);
  return printed;
};

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const ratiosOf = ({ rows, memory, start, shortTexts, requests }) => {
  const row = (name) => rows.find((candidate) => candidate.name === name);
  const toPeer = (name) =>
    Number((row(name).wordsPerCpuSecond / row('peer').wordsPerCpuSecond).toFixed(2));
  return {
    batch: toPeer('batch'),
    single: toPeer('single'),
    wasmBatch: toPeer('wasmBatch'),
    wasmSingle: toPeer('wasmSingle'),
    ...(start && {
      twoThreads: Number(
        (row('twoThreads').wordsPerSecond / row('oneThread').wordsPerSecond).toFixed(2),
      ),
      openMs: start.openMs,
      firstTranslationMs: start.firstTranslationMs,
    }),
    memoryMiB: memory.totalMiB,
    ...(shortTexts && {
      shortTexts: Number((shortTexts.busyP99Ms / shortTexts.idleP99Ms).toFixed(2)),
    }),
    requestCpuMs: requests.cpuMs,
  };
};

const TITLES = {
  batch: 'words per CPU second against the npm package, batches',
  single: 'the same, one sentence at a time',
  wasmBatch: 'WebAssembly, batches',
  wasmSingle: 'WebAssembly, one sentence at a time',
  twoThreads: 'two threads against one, wall clock',
  memoryMiB: 'memory of server and engine after all starter models were used, MiB',
  openMs: 'opening a model, ms',
  firstTranslationMs: 'from the start of `dragoman translate` to its translation, ms',
  shortTexts: '99th percentile of a short text beside long documents, against idle',
  requestCpuMs: 'CPU of a sentence through POST /v2/translate, 16 in flight, ms',
};
const LESS_IS_BETTER = ['memoryMiB', 'openMs', 'firstTranslationMs', 'shortTexts', 'requestCpuMs'];

const renderSpeed = (rows) => {
  const peer = rows[0].wordsPerCpuSecond;
  return formatTable(
    ['way of calling', 'build', 'words per CPU second', 'times the peer', 'words per second'],
    rows.map(({ title, build, wordsPerCpuSecond, wordsPerSecond }) => [
      ...[title, build, wordsPerCpuSecond],
      ...[(wordsPerCpuSecond / peer).toFixed(2), wordsPerSecond],
    ]),
  );
};

const render = ({ machine, load, rounds, rows, ratios, memory, shortTexts, requests }) => {
  const aims = formatTable(
    ['what', 'measured', 'aim', ''],
    Object.entries(AIMS).map(([name, aim]) => {
      if (ratios[name] === undefined) return [TITLES[name], 'not measured', aim, ''];
      const isMet = LESS_IS_BETTER.includes(name) ? ratios[name] <= aim : ratios[name] >= aim;
      return [TITLES[name], ratios[name], aim, isMet ? 'met' : 'missed'];
    }),
  );
  return [
    `Everyday sentences with ${MODEL} and its beam; medians of ${rounds} rounds on`,
    `${describeMachine(machine)}, with a load of ${load}, after ${WARM_UP} sentences, when JavaScript is compiled.\n\n${renderSpeed(rows)}\n\n${aims}\n`,
    `Memory: server ${memory.serverMiB} MiB, engine process ${memory.engineMiB} MiB.`,
    ...(shortTexts
      ? [
          `Short texts: ${shortTexts.idleP99Ms} ms idle, ${shortTexts.busyP99Ms} ms beside documents.`,
        ]
      : []),
    `Requests: ${requests.serverCpuMs} ms of CPU in the server, ${requests.engineCpuMs} ms in the engine;`,
    `${requests.firstCpuMs} ms for the first ones after a start, while JavaScript is compiled.`,
  ].join('\n');
};
