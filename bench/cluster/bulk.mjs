import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { round } from '../load/percentiles.mjs';
import { sentenceOf } from '../load/sentences.mjs';
import { ROOT } from '../report/files.mjs';

const run = promisify(execFile);

/** A second or two of work that leaves memory alone. */
const LOOP = 'let sum = 0; for (let index = 0; index < 2e9; index++) sum = (sum + index) | 0;';

/** How well `--shard` uses the cores: both halves of a file one after the other, and at once. */
export const measureBulk = async (directory, lines) => {
  const file = join(directory, 'corpus.txt');
  const text = Array.from({ length: lines }, (_, index) => `${sentenceOf(index)}\n`).join('');
  writeFileSync(file, text);
  const translate = async (name, shard, core) => {
    const output = join(directory, name);
    mkdirSync(output, { recursive: true });
    const command = [
      ...['--cpu-list', String(core), process.execPath],
      ...[join(ROOT, 'packages', 'server', 'bin', 'dragoman.js'), 'translate', '--quiet'],
      ...['--from', 'en', '--to', 'de', '--lines', '--file', file],
      ...['--output-dir', output, '--shard', `${shard}/2`],
    ];
    const env = {
      PATH: process.env.PATH,
      DRAGOMAN_DATA_DIR: join(directory, `data-${shard}`),
      DRAGOMAN_ENGINES: 'neural',
      DRAGOMAN_NEURAL_THREADS: '1',
    };
    await run('taskset', command, { env, cwd: directory });
  };
  const bulk = await compare(translate);
  const loop = await compare((_turn, _shard, core) =>
    run('taskset', ['--cpu-list', String(core), process.execPath, '-e', LOOP]),
  );
  return {
    lines,
    characters: text.length,
    oneProcessSeconds: round(bulk.one),
    twoProcessesSeconds: round(bulk.two),
    scaling: round(bulk.scaling, 3),
    // What two programs that share nothing get of this machine's cores.
    scalingOfAnEmptyLoop: round(loop.scaling, 3),
  };
};

/**
 * Seconds for both halves of a piece of work, on one core after the other and on two cores at once.
 *
 * @param work takes the turn, `one` or `two`; the half; and the core
 */
const compare = async (work) => {
  const one = await timed(async () => {
    await work('one', 1, 0);
    await work('one', 2, 0);
  });
  const last = Math.min(2, availableParallelism()) - 1;
  const two = await timed(() => Promise.all([work('two', 1, 0), work('two', 2, last)]));
  return { one, two, scaling: one / (2 * two) };
};

const timed = async (work) => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
};
