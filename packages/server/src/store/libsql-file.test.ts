import { chmod, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLibsqlFile } from './libsql-file.js';

let directory = '';
let path = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-libsql-'));
  path = join(directory, 'dragoman.db');
});
afterEach(() => rm(directory, { recursive: true }));

const makeDatabase = async (): Promise<void> => {
  const db = await openLibsqlFile(path);
  await db.destroy();
};

describe('the embedded database', () => {
  it('is readable by its owner only', async () => {
    path = join(directory, 'new', 'dragoman.db');
    await makeDatabase();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('that is no database is refused and left as it is', async () => {
    await writeFile(path, 'important notes\n'.repeat(100));
    await expect(openLibsqlFile(path)).rejects.toThrow(`${path} is damaged`);
    expect(await readFile(path, 'utf8')).toBe('important notes\n'.repeat(100));
  });

  it('that lost its end is refused and left as it is', async () => {
    await makeDatabase();
    const size = (await stat(path)).size;
    await truncate(path, size - 4096);
    await expect(openLibsqlFile(path)).rejects.toThrow(`${path} is damaged`);
    expect((await stat(path)).size).toBe(size - 4096);
  });

  it('whose pages hold nonsense is refused', async () => {
    await makeDatabase();
    const bytes = await readFile(path);
    bytes.fill(0x55, 4096, 8192);
    await writeFile(path, bytes);
    await expect(openLibsqlFile(path)).rejects.toThrow(`${path} is damaged`);
  });

  it('that a newer version has changed is refused', async () => {
    await makeDatabase();
    const raw = new Database(path);
    raw.exec(`insert into dragoman_migrations values ('2999-01-01-later', '2999')`);
    raw.close();
    await expect(openLibsqlFile(path)).rejects.toThrow('newer version of Dragoman');
  });

  it('whose place is a folder is refused', async () => {
    await mkdir(path);
    await expect(openLibsqlFile(path)).rejects.toThrow('is a folder');
  });

  // Root may read everything.
  it.skipIf(process.getuid?.() === 0)('that may not be read is refused', async () => {
    await makeDatabase();
    await chmod(path, 0o000);
    await expect(openLibsqlFile(path)).rejects.toThrow('may not be read and written');
  });
});
