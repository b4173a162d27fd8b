import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../support/run-command.js';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-commands-'));
});
afterAll(() => rm(directory, { recursive: true }));

const dragoman = (...words: string[]) => runCommand(words, { folder: directory });

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

describe('dragoman backup', () => {
  const canMount = process.platform === 'linux' && process.getuid?.() === 0;

  it('makes no backup of a database that is not there', async () => {
    await expect(
      dragoman('backup', 'none.db', '--data-dir', join(directory, 'wrong')),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no database ${join(directory, 'wrong')}`),
    });
    expect(existsSync(join(directory, 'none.db'))).toBe(false);
    expect(existsSync(join(directory, 'wrong'))).toBe(false);
  });

  it.runIf(canMount)('says in a sentence that there is no room, and leaves nothing', async () => {
    const { stderr } = await dragoman('keys', 'list');
    expect(stderr).toContain('a new one is made');
    expect((await dragoman('keys', 'list')).stderr).not.toContain('a new one is made');
    const disk = join(directory, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40k', 'tmpfs', disk]);
    try {
      const copy = join(disk, 'copy.db');
      await expect(dragoman('backup', copy)).rejects.toMatchObject({
        code: 1,
        stderr: `dragoman: The database ${copy} cannot be written: the disk is full.\n`,
      });
      expect(await readdir(disk)).toEqual([]);
    } finally {
      execFileSync('umount', ['--lazy', disk]);
    }
  });
});

describe('dragoman serve', () => {
  it.each([
    ['a host name that nobody has', ['--host', 'no-such-host.invalid'], 'cannot be found'],
    ['an address of another machine', ['--host', '203.0.113.9'], 'not an address of this machine'],
  ])('says in a sentence why it cannot listen: %s', async (_what, flags, sentence) => {
    const { stderr } = await dragoman('serve', '--engines', 'fake', ...flags).catch(
      (error) => error,
    );
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('says in a sentence that the file of its key is empty', async () => {
    const data = join(directory, 'empty-key');
    await mkdir(data);
    await writeFile(join(data, 'auth-key'), '');
    const { stderr } = await dragoman('serve', '--engines', 'fake', '--data-dir', data).catch(
      (error) => error,
    );
    expect(stderr).toBe(
      `dragoman: ${join(data, 'auth-key')} is empty: delete it, and a new key is created.\n`,
    );
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
