import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { round } from './load/percentiles.mjs';
import { startChild } from './neural/children.mjs';
import { writeRandomModel } from './neural/fixture.mjs';
import { sentencesOf, take } from './neural/sentences.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';

const ISOLATIONS = ['threads', 'processes'];
const TARGETS = ['de', 'fr', 'it'];
const FACTOR = 1.2;
const SENTENCES_PER_ROUND = 60;
const MAX_GROWTH = 0.05;

const SHORT = sentencesOf(10);
const LONG = sentencesOf(20);

/**
 * `npm run bench -- isolation [--rounds 5]`: what it costs that the neural engine runs in child
 * processes and not in threads of the server, with models with random weights.
 */
export const run = async (args) => {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const rounds = Math.min(25, Math.max(1, Number(values.rounds) || 5));
  const directory = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  try {
    for (const [index, target] of TARGETS.entries()) {
      const id = `random-en-${target}`;
      await writeRandomModel(directory, { id, source: 'en', target, seed: index + 1 });
    }
    const latency = await measureLatency(directory, rounds);
    const memory = {};
    for (const isolation of ISOLATIONS)
      memory[isolation] = await measureMemory(directory, isolation);
    const growth = latency.processes.msPerSentence / latency.threads.msPerSentence - 1;
    const report = { machine: machineFacts(), rounds, latency, memory, growth };
    writeResults('isolation', report);
    const text = render(report);
    writeSection('docs/decisions/engines/engine-processes.md', 'bench isolation', text);
    process.stdout.write(`\n${text}\n`);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const startEngine = async (isolation, modelDirectory, maxWorkers) => {
  const child = startChild('./engine-process.mjs');
  const started = await child.ask({
    start: { isolation, modelDirectories: [modelDirectory], maxWorkers, maxLengthFactor: FACTOR },
  });
  return { child, started };
};

/** One sentence after the other, in alternating rounds; the start of a process with an engine. */
const measureLatency = async (modelDirectory, rounds) => {
  const rows = [];
  try {
    for (const isolation of ISOLATIONS) {
      rows.push({ isolation, samples: [], ...(await startEngine(isolation, modelDirectory, 1)) });
    }
    for (let number = -1; number < rounds; number++) {
      for (const { child, samples } of rows) {
        const texts = take(SHORT, SENTENCES_PER_ROUND);
        const { wallSeconds } = await child.ask({ job: { texts, callers: 1, textsPerCall: 1 } });
        // The first round only warms up.
        if (number >= 0) samples.push((1000 * wallSeconds) / texts.length);
      }
    }
    return Object.fromEntries(
      rows.map(({ isolation, samples, started }) => [
        isolation,
        {
          msPerSentence: round(median(samples), 2),
          firstTranslationMs: started.firstTranslationMs,
        },
      ]),
    );
  } finally {
    for (const { child } of rows) await child.stop();
  }
};

/** Memory in MiB with two workers, each of which has used all three models. */
const measureMemory = async (modelDirectory, isolation) => {
  const { child } = await startEngine(isolation, modelDirectory, 2);
  try {
    const jobs = [...TARGETS, ...TARGETS].map((target) => ({
      texts: take(LONG, 200),
      callers: 8,
      textsPerCall: 4,
      target,
    }));
    let residentMiB = 0;
    for (const job of jobs) ({ residentMiB } = await child.ask({ job }));
    return residentMiB;
  } finally {
    await child.stop();
  }
};

const median = (values) => values.toSorted((one, two) => one - two)[values.length >> 1];

const render = ({ machine, rounds, latency, memory, growth }) => {
  const { threads, processes } = latency;
  const table = formatTable(
    ['', 'threads', 'child processes'],
    [
      ['a 10-word sentence, ms', threads.msPerSentence, processes.msPerSentence],
      [
        'from process start to the first translation, ms',
        threads.firstTranslationMs,
        processes.firstTranslationMs,
      ],
      ['memory with two workers and three models, MiB', memory.threads, memory.processes],
    ],
  );
  return `${table}\n\nThe time of a 10-word sentence in a child process differs by ${percent(growth)}; child processes were to be taken if it grew by less than ${percent(MAX_GROWTH)}. Medians of ${rounds} alternating rounds of ${SENTENCES_PER_ROUND} sentences, on ${describeMachine(machine)}, with \`npm run bench -- isolation\`. Memory that processes share is counted once.`;
};

const percent = (share) => `${(100 * share).toFixed(1)} %`;
