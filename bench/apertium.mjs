import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { round } from './load/percentiles.mjs';
import { writeResults, writeSection } from './report/files.mjs';
import { describeMachine, machineFacts } from './report/machine.mjs';
import { formatTable } from './report/table.mjs';
import { ensureApy, startApyDefault, startApyTuned } from './servers/apy.mjs';
import { startDragoman } from './servers/dragoman.mjs';
import { createCell, MAX_OTHERS_SHARE } from './servers/measure.mjs';

const LOADS = [
  { name: '1 at a time', concurrency: 1, sentences: 1 },
  { name: '4 at a time', concurrency: 4, sentences: 1 },
  { name: '16 at a time', concurrency: 16, sentences: 1 },
  { name: '50 sentences', concurrency: 1, sentences: 50 },
];
const STRETCH_SECONDS = 2;
const WARM_UP_SECONDS = 3;
const AIMS = { throughputAt16: 4, p99At16: 0.1, healthP99Ms: 50 };

/**
 * `npm run bench -- apertium [--seconds 8]`: speed against apertium-apy. Exits with 2 when that is
 * missing and cannot be installed, with 1 when an answer was no translation.
 */
export const run = async (args) => {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '8' } } });
  const seconds = Math.min(120, Math.max(1, Number(values.seconds) || 8));
  const installation = await ensureApy();
  if (!existsSync('/usr/lib/python3/dist-packages/apertium_apy')) {
    process.stderr.write(`This bench needs apertium-apy; ${installation}\n`);
    process.exitCode = 2;
    return;
  }
  const results = await measure(seconds);
  const summary = summarise(results);
  const report = { machine: machineFacts(), secondsPerCell: seconds, ...summary, rows: results };
  writeResults('apertium', report);
  const text = render(report);
  writeSection('docs/reference/benchmarks.md', 'bench apertium', text);
  process.stdout.write(`\n${text}\n\n${judge(summary)}\n`);
  if (!summary.isValid) process.exitCode = 1;
};

const measure = async (seconds) => {
  const directory = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  const servers = [];
  let next = 100_000;
  const takeNumbers = (count) => Array.from({ length: count }, () => next++);
  try {
    for (const start of [startDragoman, startApyDefault, startApyTuned]) {
      servers.push(await start(directory));
    }
    for (const server of servers) {
      process.stderr.write(`warming up ${server.name}\n`);
      await createCell(server, LOADS[2], takeNumbers).run(WARM_UP_SECONDS * 1000);
    }
    const results = [];
    for (const load of LOADS) {
      process.stderr.write(`measuring ${load.name}\n`);
      const cells = servers.map((server) => createCell(server, load, takeNumbers));
      const rounds = Math.ceil(seconds / STRETCH_SECONDS);
      for (let round_ = 0; round_ < rounds; round_++) {
        // Another one starts each round, so that a slow drift of the machine affects all equally.
        for (let turn = 0; turn < cells.length; turn++) {
          await cells[(round_ + turn) % cells.length].run((seconds / rounds) * 1000);
        }
      }
      results.push(...cells.map((cell) => cell.result()));
    }
    return results;
  } finally {
    for (const server of servers) await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

const summarise = (rows) => {
  const ratioAt = (load, member, best) => {
    const own = rows.find((row) => row.load === load && row.server === 'Dragoman')[member];
    const peers = rows.filter((row) => row.load === load && row.server !== 'Dragoman');
    return round(own / best(...peers.map((row) => row[member])), 3);
  };
  const throughputAt = (load) => ratioAt(load, 'sentencesPerSecond', Math.max);
  const p99At = (load) => ratioAt(load, 'p99Ms', Math.min);
  const [one, four, sixteen, fifty] = LOADS.map(({ name }) => name);
  return {
    isValid: rows.every((row) => row.failures === 0),
    ratios: {
      throughputAt1: throughputAt(one),
      throughputAt4: throughputAt(four),
      throughputAt16: throughputAt(sixteen),
      throughputOf50: throughputAt(fifty),
      p99At1: p99At(one),
      p99At4: p99At(four),
      p99At16: p99At(sixteen),
    },
    healthP99Ms: Math.max(...rows.map((row) => row.healthP99Ms ?? 0)),
  };
};

const render = ({ machine, secondsPerCell, isValid, ratios, healthP99Ms, rows }) => {
  const table = formatTable(
    ['load', 'server', 'sentences/s', 'p50 ms', 'p99 ms', 'CPU s per 1,000', 'failures'],
    rows.map((row) => [
      row.load,
      row.server,
      row.sentencesPerSecond.toFixed(0),
      row.p50Ms?.toFixed(1) ?? 'none',
      row.p99Ms?.toFixed(1) ?? 'none',
      row.serverCpuSecondsPer1000?.toFixed(2) ?? 'none',
      row.failures,
    ]),
  );
  return `${isValid ? '' : '**Not valid: some answers were no translations.**\n\n'}English to Spanish, sentences of 12 words, each sent once only; Dragoman's cache off. All servers and
the load generator on one virtual machine: ${describeMachine(machine)}.
${secondsPerCell} s per line, with the servers taking turns every ${STRETCH_SECONDS} s. Intervals in which other processes used more
than a twentieth of the machine were repeated${describeOthers(rows)}.

${table}

"50 sentences": Dragoman takes them in one request; apertium-apy takes one text per request, so it gets
50 requests, 16 at a time. Its times are for all 50.

- With 16 requests at a time Dragoman translates **${ratios.throughputAt16.toFixed(1)} times** as many sentences per second as the
  better setting of apertium-apy, with **${ratios.p99At16.toFixed(2)} times** its p99 latency.
- While it does, \`/health/live\` answers with a p99 of **${healthP99Ms.toFixed(1)} ms** (probed every 20 ms; the worst of all loads).`;
};

/** Says so when the machine was too busy for too long. */
const describeOthers = (rows) => {
  const worst = Math.max(...rows.map((row) => row.greatestOthersShare));
  return worst > MAX_OTHERS_SHARE
    ? ` up to a limit; the worst one kept had ${(100 * worst).toFixed(0)} %`
    : '';
};

const judge = ({ ratios, healthP99Ms }) => {
  const verdict = (name, value, isMet, sign) =>
    `${isMet ? 'met   ' : 'MISSED'} ${name} ${value} (aim ${sign} ${AIMS[name]})`;
  return [
    verdict(
      'throughputAt16',
      ratios.throughputAt16,
      ratios.throughputAt16 >= AIMS.throughputAt16,
      '≥',
    ),
    verdict('p99At16', ratios.p99At16, ratios.p99At16 <= AIMS.p99At16, '≤'),
    verdict('healthP99Ms', healthP99Ms, healthP99Ms < AIMS.healthP99Ms, '<'),
  ].join('\n');
};
