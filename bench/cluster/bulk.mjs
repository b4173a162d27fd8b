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
  const cores = Math.min(2, availableParallelism());
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
      DRAGOMAN_ENGINES: 'bergamot',
      DRAGOMAN_NEURAL_MAX_WORKERS: '1',
    };
    await run('taskset', command, { env, cwd: directory });
  };
  const timed = async (work) => {
    const startedMs = performance.now();
    await work();
    return (performance.now() - startedMs) / 1000;
  };
  const oneProcess = await timed(async () => {
    await translate('one', 1, 0);
    await translate('one', 2, 0);
  });
  const twoProcesses = await timed(() =>
    Promise.all([translate('two', 1, 0), translate('two', 2, cores - 1)]),
  );
  const loop = (core) => run('taskset', ['--cpu-list', String(core), process.execPath, '-e', LOOP]);
  const oneLoop = await timed(async () => {
    await loop(0);
    await loop(0);
  });
  const twoLoops = await timed(() => Promise.all([loop(0), loop(cores - 1)]));
  return {
    lines,
    characters: text.length,
    oneProcessSeconds: round(oneProcess),
    twoProcessesSeconds: round(twoProcesses),
    scaling: round(oneProcess / (2 * twoProcesses), 3),
    // What two programs that share nothing get of this machine's cores.
    scalingOfAnEmptyLoop: round(oneLoop / (2 * twoLoops), 3),
  };
};
