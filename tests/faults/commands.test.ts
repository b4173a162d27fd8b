import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../support/start-server.js';

const run = promisify(execFile);

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-commands-'));
});
afterAll(() => rm(directory, { recursive: true }));

const dragoman = (...words: string[]) =>
  run(process.execPath, [COMMAND, ...words], { cwd: directory, env: { PATH: process.env.PATH } });

describe('dragoman models import', () => {
  it.each(['/dev/zero', 'pipe'])('refuses %s at once', async (name) => {
    const file = join(directory, 'pipe');
    if (name === 'pipe') execFileSync('mkfifo', [file]);
    await expect(dragoman('models', 'import', name)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a regular file'),
    });
  });

  it('names a file that is not there', async () => {
    await expect(dragoman('models', 'import', 'none.tar')).rejects.toMatchObject({
      code: 1,
      stderr: `dragoman: ${join(directory, 'none.tar')}: no such file or directory\n`,
    });
  });
});

describe('dragoman keys', () => {
  it('takes no name that a terminal would obey', async () => {
    for (const name of ['a\nb', 'a\u001b[2Jb', 'a\u202eb']) {
      await expect(dragoman('keys', 'create', '--name', name)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('printable'),
      });
    }
  });
});
