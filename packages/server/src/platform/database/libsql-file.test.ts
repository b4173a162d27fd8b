import { execFileSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billDocument } from '../../features/documents/document-tables.js';
import { createAccountStore } from '../../features/keys-and-usage/account-tables.js';
import { openLibsqlFile } from './libsql-file.js';

/** SQLite's default. */
const PAGE_BYTES = 4096;

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

/** A disk of the given size at the folder of the test, if this process may create one. */
const mountSmallDisk = (bytes: number): boolean => {
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory];
    execFileSync('mount', options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('the embedded database', () => {
  it('is readable by its owner only', async () => {
    path = join(directory, 'new', 'dragoman.db');
    await makeDatabase();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('waits with a single statement, too, while another process writes', async () => {
    const db = await openLibsqlFile(path);
    await sql`create table notes (text text)`.execute(db);
    const other = new Database(path);
    other.exec('begin immediate');
    const written = sql`insert into notes values ('one')`.execute(db);
    // By then the first attempt has met the lock: it is made before anything else runs.
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('commit');
    other.close();
    await written;
    expect((await sql`select text from notes`.execute(db)).rows).toEqual([{ text: 'one' }]);
    await db.destroy();
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

  it('that is large is checked, but for the segments of translation memories', async () => {
    await makeDatabase();
    const connection = new Database(path);
    connection.exec('create table filler (content blob)');
    connection.exec('insert into filler values (zeroblob(70000000))');
    const query = connection.prepare('select name, rootpage from sqlite_master');
    const rows = query.all() as readonly { readonly name: string; readonly rootpage: number }[];
    connection.close();
    const spoil = async (table: string): Promise<void> => {
      const page = rows.find(({ name }) => name === table)?.rootpage ?? 1;
      const file = await open(path, 'r+');
      await file.write(Buffer.alloc(PAGE_BYTES, 0x55), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
      await file.close();
    };
    await spoil('memory_segments');
    await makeDatabase();
    await spoil('api_keys');
    await expect(openLibsqlFile(path)).rejects.toThrow(`${path} is damaged`);
  });

  it('that is damaged while it is open says so', async () => {
    await makeDatabase();
    const connection = new Database(path);
    connection.exec('create table filler (content text)');
    // More than SQLite keeps in memory.
    connection.exec(
      'with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000) insert into filler select zeroblob(200) from n',
    );
    connection.close();
    const reported: unknown[] = [];
    const db = await openLibsqlFile(path, { onDamage: (error) => reported.push(error) });
    const count = () => sql`select sum(length(content)) from filler`.execute(db);
    await count();
    expect(reported).toEqual([]);
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(size - PAGE_BYTES, 0x55), 0, undefined, PAGE_BYTES);
    await file.close();
    await expect(count()).rejects.toThrow();
    expect(reported).toMatchObject([
      { name: 'StoreError', message: expect.stringContaining(`${path} is damaged. Move it away`) },
    ]);
    await db.destroy();
  });

  it('whose place is a folder is refused', async () => {
    await mkdir(path);
    await expect(openLibsqlFile(path)).rejects.toThrow('is a folder');
  });

  // Root may read everything.
  it.skipIf(process.getuid?.() === 0)('that may not be read is refused', async () => {
    await makeDatabase();
    await chmod(path, 0o000);
    await expect(openLibsqlFile(path)).rejects.toThrow('cannot be read and written');
  });

  it('that finds its disk full says so', async (context) => {
    if (!mountSmallDisk(32_768)) return context.skip();
    try {
      await expect(openLibsqlFile(path)).rejects.toThrow('the disk is full');
    } finally {
      execFileSync('umount', ['--lazy', directory]);
    }
  });

  it('keeps what it has when its disk fills up, and takes more when there is room', async (context) => {
    if (!mountSmallDisk(1_048_576)) return context.skip();
    try {
      const db = await openLibsqlFile(path);
      const store = createAccountStore(db, billDocument);
      const add = (id: string) =>
        store.addUsage({
          id,
          atMs: 0,
          amounts: [{ ownerId: 'a', day: '2026-11-21', characters: 5, requests: 1 }],
          tagAmounts: [],
          shares: { serverId: 'one', expiresAtMs: 0, remaining: [] },
        });
      await add('before');
      const fill = join(directory, 'fill');
      await writeFile(fill, Buffer.alloc(1_048_576)).catch(() => {});
      const outcomes = [];
      for (let sent = 0; sent < 20; sent++) {
        outcomes.push(
          await add('during').then(
            () => 'added',
            (error: Error) => error.name,
          ),
        );
      }
      expect(outcomes).toContain('DatabaseOutage');
      await rm(fill);
      await add('during');
      const day = { firstDay: '2026-11-21', lastDay: '2026-11-21' };
      expect(await store.sumCharacters(day)).toBe(10);
      await db.destroy();
    } finally {
      execFileSync('umount', ['--lazy', directory]);
    }
  });
});
