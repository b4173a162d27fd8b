import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { waitForCalm } from './load/machine-cpu.mjs';
import { round } from './load/percentiles.mjs';
import { startChild } from './neural/children.mjs';
import { writeRandomModel } from './neural/fixture.mjs';
import { measureHealth } from './neural/health.mjs';
import { measureMemory, soak } from './neural/memory.mjs';
import { render } from './neural/page.mjs';
import { sentencesOf, take } from './neural/sentences.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { machineFacts } from './report/machine.mjs';

// Random weights never end a sentence: this alone decides how long translations are.
const FACTOR = 1.2;
const WARM_UP_RUNS = 3;
const AIMS = { wordsPerCpuSecond: 1.5, twoWorkersWall: 1.8, healthP99Ms: 50, latency: 1.2 };

const LONG = sentencesOf(20);
const SHORT = sentencesOf(10);

/** One after the other, like the peer; a new text every time. */
const singles = () => take(LONG, 40);
const batches = () => ({ texts: take(LONG, 1536), callers: 16, textsPerCall: 8 });
const shorts = () => take(SHORT, 150);

/**
 * `npm run bench -- neural [--rounds 3] [--soak 20000]`: speed, memory and latency of the neural
 * engine, with a model with random weights and the usual small size.
 */
export const run = async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      soak: { type: 'string', default: '0' },
    },
  });
  const rounds = clamp(values.rounds, 1, 9, 3);
  const soakRequests = clamp(values.soak, 0, 1_000_000, 0);
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  try {
    const models = join(directory, 'models');
    const folders = [];
    for (const [index, target] of ['de', 'fr', 'it'].entries()) {
      process.stderr.write(`making a model into ${target}\n`);
      const id = `random-en-${target}`;
      folders.push(await writeRandomModel(models, { id, source: 'en', target, seed: index + 1 }));
    }
    const speed = await measureSpeed(models, folders[0], rounds);
    process.stderr.write('memory\n');
    const memory = await measureMemory(models, FACTOR);
    process.stderr.write('health under load\n');
    await waitForCalm();
    const health = await measureHealth(models, directory, 10);
    const soaked =
      soakRequests > 0 ? await soak(models, FACTOR, soakRequests, take(SHORT, 2000)) : undefined;
    const ratios = ratiosOf(speed);
    const report = {
      machine: machineFacts(),
      rounds,
      ratios,
      healthP99Ms: health.p99Ms,
      aims: AIMS,
      speed,
      memory,
      health,
      ...(soaked && { soak: soaked }),
    };
    writeResults('neural', report);
    const text = render(report);
    writeSection('docs/reference/benchmarks-neural.md', 'bench neural', text);
    process.stdout.write(`\n${text}\n`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const clamp = (text, minimum, maximum, otherwise) => {
  const value = Number(text);
  return Number.isInteger(value) ? Math.min(maximum, Math.max(minimum, value)) : otherwise;
};

const measureSpeed = async (modelDirectory, folder, rounds) => {
  const bare = (kernels, isAligned) => ({
    file: './bare-process.mjs',
    start: { folder, kernels, isAligned, maxLengthFactor: FACTOR },
  });
  const engine = (kernels, maxWorkers) => ({
    file: './engine-process.mjs',
    start: { modelDirectories: [modelDirectory], kernels, maxWorkers, maxLengthFactor: FACTOR },
  });
  const rows = [
    { name: 'peer', ...bare('fallback', true), job: () => ({ texts: singles() }) },
    { name: 'fallbackOneWorker', ...engine('fallback', 1), job: () => ({ job: batches() }) },
    { name: 'oneWorker', ...engine('auto', 1), job: () => ({ job: batches() }) },
    { name: 'twoWorkers', ...engine('auto', 2), job: () => ({ job: batches() }) },
    { name: 'bareSentence', ...bare('auto', false), job: () => ({ texts: shorts() }) },
    {
      name: 'engineSentence',
      ...engine('auto', 1),
      job: () => ({ job: { texts: shorts(), callers: 1, textsPerCall: 1 } }),
    },
  ];
  const children = [];
  try {
    const results = [];
    for (const { name, file, start, job } of rows) {
      process.stderr.write(`starting ${name}\n`);
      const child = startChild(file);
      children.push(child);
      const started = await child.ask({ start });
      // The WebAssembly compiler works on in the background at first.
      for (let run_ = 0; run_ < WARM_UP_RUNS; run_++) await child.ask(job());
      results.push({ name, child, job, started, samples: [] });
    }
    for (let round_ = 1; round_ <= rounds; round_++) {
      process.stderr.write(`round ${round_} of ${rounds}\n`);
      for (const row of results) {
        await waitForCalm();
        row.samples.push(await row.child.ask(row.job()));
      }
    }
    return Object.fromEntries(results.map((row) => [row.name, summarise(row)]));
  } finally {
    for (const child of children) await child.stop();
  }
};

const summarise = ({ started, samples }) => ({
  ...(typeof started === 'object' && started),
  wordsPerCpuSecond: Math.round(median(samples.map((row) => row.words / row.cpuSeconds))),
  wordsPerSecond: Math.round(median(samples.map((row) => row.words / row.wallSeconds))),
  msPerText: round(median(samples.map((row) => (row.wallSeconds * 1000) / row.texts)), 2),
});

const median = (values) => {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
};

const ratiosOf = (speed) => ({
  wordsPerCpuSecond: round(speed.oneWorker.wordsPerCpuSecond / speed.peer.wordsPerCpuSecond, 2),
  wordsPerCpuSecondSameKernels: round(
    speed.fallbackOneWorker.wordsPerCpuSecond / speed.peer.wordsPerCpuSecond,
    2,
  ),
  twoWorkersWall: round(speed.twoWorkers.wordsPerSecond / speed.oneWorker.wordsPerSecond, 2),
  sentenceLatency: round(speed.engineSentence.msPerText / speed.bareSentence.msPerText, 2),
});
