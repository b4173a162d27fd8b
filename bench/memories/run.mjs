import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeResults, writeSection } from '../report/files.mjs';
import { describeMachine, machineFacts } from '../report/machine.mjs';
import { formatTable } from '../report/table.mjs';

const PAGE = 'docs/reference/benchmarks.md';
const SEGMENTS = 1_000_000;
const SEARCHES = 1000;
const MEASURE = fileURLToPath(new URL('measure.mjs', import.meta.url));

/**
 * `npm run bench -- memories`: importing a translation memory of a million segments into the embedded
 * database and searching it. A smaller number of segments can be given, to try it; nothing is
 * written then.
 */
export const run = async ([segments = String(SEGMENTS)]) => {
  const results = { machine: machineFacts(), ...(await measure(Number(segments))) };
  const text = page(results);
  process.stdout.write(`${text}\n`);
  if (results.segments !== SEGMENTS) return;
  writeResults('memories', results);
  writeSection(PAGE, 'bench memories', text);
};

const measure = async (segments) => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-bench-'));
  const child = fork(MEASURE, [folder, String(segments), String(SEARCHES)]);
  try {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the process ended')));
    ended.catch(() => {});
    const [results] = await Promise.race([once(child, 'message'), ended]);
    return results;
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
};

const KINDS = { equal: 'in the memory', similar: 'a word or two differ', other: 'another text' };

const page = ({ machine, segments, searches, imported, searched }) =>
  `${segments.toLocaleString('en')} segments of 3 to 30 invented words, as frequent as in a language, are imported in ${imported.cpuSeconds} s of CPU time, ${Math.round(segments / imported.cpuSeconds).toLocaleString('en')} per CPU second. That takes ${imported.addedMemoryMiB} MiB of memory at most, and ${imported.databaseMiB} MiB in the database.

${formatTable(
  ['text', 'searches', 'found', 'p50 CPU ms', 'p99 CPU ms'],
  Object.entries(searched).map(([kind, { found, p50Ms, p99Ms }]) => [
    KINDS[kind],
    searches,
    found,
    p50Ms,
    p99Ms,
  ]),
)}

On ${describeMachine(machine)}.`;
