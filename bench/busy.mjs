import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHealthProbe } from './load/health-probe.mjs';
import { percentile, round } from './load/percentiles.mjs';
import { sentenceOf } from './load/sentences.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { spawnDragoman } from './servers/spawn-dragoman.mjs';

const PAGE = 'docs/decisions/engines/engine-processes.md';
const SENTENCES = 50;
const WORDS = 25;
const TARGETS = ['de', 'es', 'fr', 'nl', 'it'];
const ONE_BY_ONE = 10;
const AT_THE_SAME_TIME = [4, 16];
/** As the server has it by default, which grows with the text. */
const DEADLINE_MS = 30_000;
const GROWTH_MS_PER_CHARACTER = 1;

/**
 * `npm run bench -- busy`: what becomes of requests while other programs keep every core busy: twice
 * as many endless loops as cores, of usual priority and each in its own session, because Linux
 * divides cores between sessions first.
 */
export const run = async () => {
  const machine = machineFacts();
  const loops = startLoops(2 * availableParallelism());
  try {
    const rows = [
      ...(await measure(async (server, add) => {
        add('the first of a server', await requestAll(server, 1));
        const answers = [];
        for (let count = 0; count < ONE_BY_ONE; count++)
          answers.push(...(await requestAll(server, 1)));
        add('one after the other', answers);
        for (const count of AT_THE_SAME_TIME) {
          add(`${count} at the same time`, await requestAll(server, count));
        }
      })),
      ...(await measure(async (server, add) => {
        const count = AT_THE_SAME_TIME.at(-1);
        add(`${count} at the same time, the first of a server`, await requestAll(server, count));
      })),
    ];
    const load = round(loadavg()[0], 0);
    const facts = rows.map(([name, answers]) => describe(name, answers));
    writeResults('busy', { machine, load, rows: facts });
    const text = sectionOf(facts, {
      ...{ machine, load, loops: loops.length },
      deadlineMs: deadlineOf(rows),
    });
    process.stdout.write(`${text}\n`);
    writeSection(PAGE, 'busy', text);
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
};

/** The answers of a new server, with a name for each kind of request. */
const measure = async (work) => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-busy-'));
  const server = await spawnDragoman({ directory });
  const probe = startHealthProbe(server.port);
  const rows = [];
  try {
    await work(server, (...row) => rows.push(row));
    rows.push([
      '`/health/live` meanwhile',
      (await probe.stop()).map((ms) => ({ status: 200, ms })),
    ]);
    return rows;
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

const startLoops = (count) =>
  Array.from({ length: count }, () => {
    // "detached" begins a session.
    const options = { detached: true, stdio: 'ignore' };
    const loop = spawn(process.execPath, ['-e', 'for (;;);'], options);
    process.once('exit', () => loop.kill('SIGKILL'));
    return loop;
  });

let lastNumber = 0;
let lastTarget = -1;

/** Two sentences of twelve words as one; no other text has it. */
const longSentence = () => {
  const [first, second] = [sentenceOf(++lastNumber), sentenceOf(++lastNumber)];
  const sentence = `${first.slice(0, -1)} and t${second.slice(1)}`;
  if (sentence.split(' ').length !== WORDS) throw new Error(`not ${WORDS} words: ${sentence}`);
  return sentence;
};

/** Some requests at the same time, into one language after the other. */
const requestAll = (server, count) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const target = TARGETS[++lastTarget % TARGETS.length];
      const text = Array.from({ length: SENTENCES }, longSentence);
      const characters = text.join('').length;
      const startedMs = performance.now();
      const answer = await fetch(`http://127.0.0.1:${server.port}/v2/translate`, {
        method: 'POST',
        headers: server.headers,
        body: JSON.stringify({ text, source_lang: 'EN', target_lang: target.toUpperCase() }),
      });
      await answer.text();
      const ms = performance.now() - startedMs;
      process.stdout.write(`${target}: ${answer.status} after ${round(ms / 1000)} s\n`);
      return {
        status: answer.status,
        ms,
        deadlineMs: DEADLINE_MS + GROWTH_MS_PER_CHARACTER * characters,
      };
    }),
  );

const isRefusal = ({ status }) => status === 429 || status === 503;

const describe = (name, answers) => {
  const done = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(isRefusal);
  const worst = (some) =>
    some.length === 0 ? undefined : round(Math.max(...some.map(({ ms }) => ms)) / 1000, 2);
  return {
    name,
    requests: answers.length,
    translated: done.length,
    medianSeconds:
      done.length === 0
        ? undefined
        : round(
            percentile(
              done.map(({ ms }) => ms),
              0.5,
            ) / 1000,
            3,
          ),
    slowestSeconds: worst(done),
    refused: refused.length,
    slowestRefusalSeconds: worst(refused),
    late: answers.length - done.length - refused.length,
  };
};

const sectionOf = (facts, { machine, load, loops, deadlineMs }) => {
  const table = formatTable(
    [
      'requests',
      'number',
      'translated',
      'median, s',
      'slowest, s',
      'refused',
      'slowest, s',
      'late',
    ],
    facts.map((row) => [
      row.name,
      row.requests,
      row.translated,
      row.medianSeconds ?? '',
      row.slowestSeconds ?? '',
      row.refused,
      row.slowestRefusalSeconds ?? '',
      row.late,
    ]),
  );
  return `${table}

Each request has ${SENTENCES} different sentences of ${WORDS} words, English to a language of the starter models, and ${Math.round(deadlineMs / 1000)} seconds; meanwhile ${loops} endless loops of usual priority keep the cores busy, each in its own session. \`npm run bench -- busy\`; ${describeMachine(machine)}, whose load was ${load} at the end: other programs ran as well.`;
};

const deadlineOf = (rows) =>
  Math.min(
    ...rows.flatMap(([, answers]) =>
      answers.map(({ deadlineMs }) => deadlineMs ?? Number.POSITIVE_INFINITY),
    ),
  );
