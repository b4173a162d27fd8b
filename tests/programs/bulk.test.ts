import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../packages/server/bin/dragoman.js', import.meta.url));
const SHARDS = 3;
const TIMEOUT_MS = 240_000;
const run = promisify(execFile);

const hasParallel = await run('parallel', ['--version']).then(
  () => true,
  () => false,
);
if (!hasParallel) process.stderr.write('GNU parallel is not installed: its test is skipped.\n');

let directory = '';
/** What one process makes of the whole file. */
let whole = '';

const options = (folder: string, ...more: string[]): string[] => [
  ...['translate', '--from', 'en', '--to', 'es', '--lines', '--file', 'corpus.txt'],
  ...['--output-dir', folder, ...more],
];
const where = () => ({ cwd: directory, env: { PATH: process.env.PATH } });
const dragoman = (...words: string[]) => run(process.execPath, [COMMAND, ...words], where());
const shard = (folder: string, number: number) =>
  dragoman(...options(folder, '--shard', `${number}/${SHARDS}`));
const numbers = Array.from({ length: SHARDS }, (_, index) => index + 1);

const filesIn = async (folder: string) => (await readdir(join(directory, folder))).toSorted();
const joined = async (folder: string): Promise<string> => {
  const names = await filesIn(folder);
  const parts = await Promise.all(names.map((name) => readFile(join(directory, folder, name))));
  return Buffer.concat(parts).toString();
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-bulk-'));
  const lines = Array.from({ length: 600 }, (_, index) =>
    index % 50 === 0 ? '' : `The house number ${index} is ${index % 3 === 0 ? 'very ' : ''}big.`,
  );
  await writeFile(join(directory, 'corpus.txt'), `${lines.join('\n')}\n`);
  await dragoman(...options('whole'));
  whole = await readFile(join(directory, 'whole', 'corpus.txt'), 'utf8');
}, TIMEOUT_MS);
afterAll(() => rm(directory, { recursive: true }));

describe('a file of lines', () => {
  it('is translated line by line', () => {
    const lines = whole.split('\n');
    expect(lines).toHaveLength(601);
    expect(lines.slice(49, 52)).toEqual([
      expect.stringMatching(/^El número .*49 es grande\.$/),
      '',
      expect.stringMatching(/^El número .*51 es muy grande\.$/),
    ]);
  });

  it(
    'is the same from several processes, one of which is killed and all of which may be repeated',
    async () => {
      const folder = join(directory, 'shards');
      await mkdir(folder);
      const changes = watch(folder)[Symbol.asyncIterator]();
      const began = changes.next();
      const killed = spawn(process.execPath, [COMMAND, ...options('shards', '--shard', '2/3')], {
        ...where(),
        stdio: 'ignore',
      });
      await began;
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      await changes.return?.();
      const drafts = (await filesIn('shards')).filter((name) => name.endsWith('.part'));
      for (const name of drafts) await rm(join(folder, name));

      await Promise.all(numbers.map((number) => shard('shards', number)));
      expect(await filesIn('shards')).toEqual(numbers.map((n) => `corpus.txt.${n}-of-3`));
      expect(await joined('shards')).toBe(whole);

      const first = join(folder, 'corpus.txt.1-of-3');
      const before = await stat(first);
      const { stderr } = await shard('shards', 1);
      expect(stderr).toBe('shards/corpus.txt.1-of-3 exists already, and is left as it is.\n');
      expect((await stat(first)).ino).toBe(before.ino);
    },
    TIMEOUT_MS,
  );

  it.skipIf(!hasParallel)(
    'is translated under GNU parallel',
    async () => {
      const command = [process.execPath, COMMAND, ...options('parallel', '--shard', '{}/3')];
      const words = ['--will-cite', '--jobs', '2', ...command, ':::', ...numbers.map(String)];
      await run('parallel', words, where());
      expect(await joined('parallel')).toBe(whole);
    },
    TIMEOUT_MS,
  );

  it.each([
    [['--lines', '--shard', '1/3'], '--shard is for files of lines.'],
    [['--file', 'corpus.txt', '--output-dir', 'x', '--shard', '1/3'], '--shard is for files of'],
    [['--lines', '--file', 'corpus.txt', '--output-dir', 'x', '--shard', '4/3'], 'such as 3/64'],
  ])('is refused with %j', async (words, message) => {
    await expect(dragoman('translate', '--to', 'es', ...words)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
