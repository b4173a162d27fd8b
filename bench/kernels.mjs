import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureNativeKernels } from '../scripts/build-native-kernels.mjs';
import { writeShortlist } from './kernels/shortlist.mjs';
import { createSentences } from './kernels/twenty-words.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';

const WORDS_PER_SENTENCE = 20;
const BATCH = createSentences(128, WORDS_PER_SENTENCE);
const SINGLES = BATCH.slice(0, 40);
const WARM_UP_RUNS = 2;
const VOCABULARY_SIZE = 32_000;

// Calls the engine like MTranServer: https://github.com/xxnuo/MTranServer
const ONE_BY_ONE_ALIGNED = { texts: SINGLES, textsPerCall: 1, alignment: true };
const ONE_BY_ONE = { texts: SINGLES, textsPerCall: 1, alignment: false };
const BATCHED = { texts: BATCH, textsPerCall: BATCH.length, alignment: false };

// Both load models with alignment; Dragoman only requests it for sentences with tags.
const PEER_OPTIONS = { alignment: 'soft' };
const OUR_OPTIONS = { ...PEER_OPTIONS, 'mini-batch-words': 384 };
const ROWS = [
  { name: 'peer', title: 'as the peer: one text per call, with alignment', kernels: 'fallback' },
  { name: 'singleFallback', title: 'one text per call', kernels: 'fallback' },
  { name: 'singleWasm', title: 'one text per call', kernels: 'wasm' },
  { name: 'singleNative', title: 'one text per call', kernels: 'native' },
  { name: 'batchFallback', title: 'batch of 128 texts', kernels: 'fallback' },
  { name: 'batchWasm', title: 'batch of 128 texts', kernels: 'wasm' },
  { name: 'batchNative', title: 'batch of 128 texts', kernels: 'native' },
  { name: 'twoWorkers', title: 'batch of 128 texts, two workers', kernels: 'native', threads: 2 },
];
const jobOf = ({ name }) => {
  if (name === 'peer') return ONE_BY_ONE_ALIGNED;
  return name.startsWith('single') ? ONE_BY_ONE : BATCHED;
};
const BARS = { batchNative: 4, batchWasm: 2, singleNative: 1.4, twoWorkers: 1.9 };

/**
 * `npm run bench -- kernels [--rounds 3]`: words per CPU second with the engine's own kernels and
 * with ours, with a model with random weights and the size of a real one. Exits with 1 when
 * translations differ between kernels.
 */
export const run = async (args) => {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const rounds = Math.min(9, Math.max(1, Math.trunc(Number(values.rounds)) || 3));
  process.stderr.write(`native kernels: ${ensureNativeKernels().outcome}\n`);
  const { createNeuralFixture } = await import('./neural/fixture.mjs');
  const files = await createNeuralFixture();
  files.shortlistPath = join(dirname(files.modelPath), 'lex.bin');
  writeShortlist(files.shortlistPath, VOCABULARY_SIZE);
  const rows = await measure(files, rounds);
  const report = { machine: machineFacts(), rounds, ...summarise(rows), rows };
  writeResults('kernels', report);
  const text = render(report);
  writeSection('docs/reference/benchmarks-kernels.md', 'bench kernels', text);
  process.stdout.write(`\n${text}\n`);
  if (!report.isSameOutput) process.exitCode = 1;
};

/** A process with an engine of that kind, warm; or undefined where the kind does not work here. */
const startSession = async (row, files) => {
  const options = row.name === 'peer' ? PEER_OPTIONS : OUR_OPTIONS;
  const child = fork(new URL('./kernels/process.mjs', import.meta.url), { stdio: 'inherit' });
  const ask = async (message) => {
    child.send(message);
    const [answer] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`${row.name}: the engine ended`))),
    ]);
    return answer;
  };
  const { kernels, threads = 1 } = row;
  const { instructionSet } = await ask({ start: { kernels, threads, files, options } });
  const runJob = () => ask({ job: jobOf(row) });
  for (let run = 0; run < WARM_UP_RUNS; run++) await runJob();
  return { instructionSet, runJob, stop: () => child.kill() };
};

/** Every kind once per round, so that other load on the machine affects all equally. */
const measure = async (files, rounds) => {
  const sessions = [];
  try {
    for (const row of ROWS) {
      process.stderr.write(`warming up ${row.title}, ${row.kernels}\n`);
      sessions.push({ row, runs: [], ...(await startSession(row, files)) });
    }
    for (let round = 1; round <= rounds; round++) {
      process.stderr.write(`round ${round} of ${rounds}\n`);
      for (const session of sessions) session.runs.push(await session.runJob());
    }
  } finally {
    for (const session of sessions) session.stop();
  }
  return sessions.map(({ row, runs, instructionSet }) => ({
    ...row,
    ...(instructionSet === undefined ? {} : { instructionSet }),
    wordsPerCpuSecond: Math.round(median(runs.map((run) => run.words / run.cpuSeconds))),
    wordsPerSecond: Math.round(median(runs.map((run) => run.words / run.wallSeconds))),
    digest: runs[0].digest,
  }));
};

const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

const summarise = (rows) => {
  const row = (name) => rows.find((candidate) => candidate.name === name);
  const speed = (name) => row(name).wordsPerCpuSecond;
  const ratio = (name) => Number((speed(name) / speed('peer')).toFixed(2));
  const ratios = {
    batchNative: ratio('batchNative'),
    batchWasm: ratio('batchWasm'),
    singleNative: ratio('singleNative'),
    // By CPU time: what two workers do in a second if each has a core to itself.
    twoWorkers: Number(((2 * speed('twoWorkers')) / speed('batchNative')).toFixed(2)),
  };
  const digests = (prefix) =>
    rows.filter(({ name }) => name.startsWith(prefix)).map(({ digest }) => digest);
  const isSameOutput = ['single', 'batch'].every((prefix) => new Set(digests(prefix)).size === 1);
  return { ratios, bars: BARS, isSameOutput };
};

const render = ({ machine, rounds, ratios, isSameOutput, rows }) => {
  const peer = rows[0].wordsPerCpuSecond;
  const table = formatTable(
    ['way of calling', 'kernels', 'words per CPU second', 'times the peer', 'words per second'],
    rows.map(({ title, kernels, instructionSet, wordsPerCpuSecond, wordsPerSecond }) => [
      title,
      instructionSet ? `${kernels} (${instructionSet})` : kernels,
      wordsPerCpuSecond,
      (wordsPerCpuSecond / peer).toFixed(2),
      wordsPerSecond,
    ]),
  );
  const met = Object.entries(BARS).map(
    ([name, bar]) =>
      `${name} ${ratios[name]} (aim: ${bar}, ${ratios[name] >= bar ? 'met' : 'missed'})`,
  );
  return [
    `Sentences of ${WORDS_PER_SENTENCE} words, random weights in the size of a tiny student`,
    `model with a 32k vocabulary and a shortlist; medians of ${rounds} rounds on`,
    `${describeMachine(machine)}.\n\n${table}\n\n${met.join('; ')}.`,
    `Translations are ${isSameOutput ? 'the same' : 'NOT the same'} with all kernels.`,
  ].join('\n');
};
