import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_DATABASES } from '../../platform/database/testing/test-databases.js';
import { useStores } from '../../platform/database/testing/use-stores.js';
import { createDocumentFiles, type DocumentFiles } from './document-files.js';

const MEBIBYTE = 1024 * 1024;

describe.each(TEST_DATABASES)('the files of documents beside a $name', (kind) => {
  const used = useStores(kind);
  let folder: string;
  let files: DocumentFiles;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dragoman-files-'));
    files = used().accounts.sharedDocuments?.files ?? createDocumentFiles(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const id = (digit: string) => digit.repeat(32);

  it.each([0, 1, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 3 * MEBIBYTE])(
    'come back as they were, with %i bytes',
    async (size) => {
      const bytes = randomBytes(size);
      await files.write(id('A'), 'source', bytes);
      expect((await files.read(id('A'), 'source'))?.equals(bytes)).toBe(true);
      expect(await files.read(id('A'), 'result')).toBeUndefined();
      expect([await files.has(id('A'), 'source'), await files.has(id('A'), 'result')]).toEqual([
        true,
        false,
      ]);
      expect(await files.read(id('B'), 'source')).toBeUndefined();
    },
  );

  async function* inChunks(bytes: Uint8Array, size: number, failure?: Error) {
    for (let start = 0; start < bytes.length; start += size) {
      yield bytes.subarray(start, start + size);
    }
    if (failure) throw failure;
  }

  it.each([
    [0, 1],
    [MEBIBYTE, 300_000],
    [2 * MEBIBYTE + 1, MEBIBYTE + 1],
  ])('may arrive in chunks: %i bytes, %i at a time', async (size, chunkBytes) => {
    const bytes = randomBytes(size);
    await files.write(id('A'), 'source', inChunks(bytes, chunkBytes));
    expect((await files.read(id('A'), 'source'))?.equals(bytes)).toBe(true);
  });

  it('leave nothing when their chunks end with an error', async () => {
    const chunks = inChunks(randomBytes(MEBIBYTE), 300_000, new Error('the client is gone'));
    await expect(files.write(id('A'), 'source', chunks)).rejects.toThrow('the client is gone');
    expect(await files.read(id('A'), 'source')).toBeUndefined();
    expect(await files.listIds(Date.now() + 60_000)).toEqual([]);
  });

  it('are replaced as a whole', async () => {
    await files.write(id('A'), 'result', randomBytes(3 * MEBIBYTE));
    await files.write(id('A'), 'result', Buffer.from('short'));
    expect((await files.read(id('A'), 'result'))?.toString()).toBe('short');
  });

  it('are removed one by one or together', async () => {
    for (const file of ['source', 'key', 'name'] as const) {
      await files.write(id('A'), file, Buffer.from(file));
    }
    await files.remove(id('A'), 'source', 'key');
    expect(await files.read(id('A'), 'source')).toBeUndefined();
    expect((await files.read(id('A'), 'name'))?.toString()).toBe('name');
    await files.removeAll(id('A'));
    expect(await files.read(id('A'), 'name')).toBeUndefined();
    for (const one of ['A', 'B', 'C']) await files.write(id(one), 'name', Buffer.from(one));
    await files.removeLeft([id('A'), id('B')]);
    expect(await files.listIds(Date.now() + 60_000)).toEqual([id('C')]);
  });

  it('are found when they belong to no document', async () => {
    await files.write(id('A'), 'source', Buffer.from('a'));
    expect(await files.listIds(Date.now() + 60_000)).toEqual([id('A')]);
    expect(await files.listIds(Date.now() - 60_000)).toEqual([]);
  });
});
