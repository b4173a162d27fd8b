import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadKey, loadOrCreateKey, replaceKey } from './key-file-storage.js';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'dragoman-key-'));
});
afterEach(() => rm(directory, { recursive: true }));

describe('the generated key', () => {
  it('is made on the first run, readable by its owner only', async () => {
    const key = await loadOrCreateKey(join(directory, 'new', 'data'));
    expect(key.isNew).toBe(true);
    expect(key.secret).toMatch(/^[0-9a-f-]{36}$/);
    expect((await stat(key.path)).mode & 0o777).toBe(0o600);
  });

  it('is the same on the next run', async () => {
    const first = await loadOrCreateKey(directory);
    expect(await loadOrCreateKey(directory)).toEqual({ ...first, isNew: false });
  });

  it('is one key even when two servers start at once', async () => {
    const keys = await Promise.all([loadOrCreateKey(directory), loadOrCreateKey(directory)]);
    expect(keys.map((key) => key.isNew).sort()).toEqual([false, true]);
  });

  it('is not replaced in silence when its file holds nothing', async () => {
    await writeFile(join(directory, 'auth-key'), '\n');
    await expect(loadOrCreateKey(directory)).rejects.toThrow('is empty');
  });

  it('can be looked for without making one, and be replaced', async () => {
    expect(await loadKey(directory)).toBeUndefined();
    const { path } = await loadOrCreateKey(directory);
    expect(await replaceKey(directory, 'another-key')).toBe(path);
    expect(await loadKey(directory)).toEqual({ secret: 'another-key', path, isNew: false });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});
