import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyStore } from '@dragoman/core';

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A store with one key in it. */
export const createSingleKeyStore = (secret: string): KeyStore => {
  const expected = digest(secret);
  return {
    find: async (given) =>
      timingSafeEqual(digest(given), expected) ? { id: 'default' } : undefined,
  };
};

/** The key of the first run, and where it lies. */
export interface GeneratedKey {
  readonly secret: string;
  readonly path: string;
  readonly isNew: boolean;
}

/**
 * Reads the generated key from the data directory, or makes one there that only the owner may read.
 *
 * @throws Error when the file cannot be read or written, or holds nothing
 */
export const loadOrCreateKey = async (dataDirectory: string): Promise<GeneratedKey> => {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const path = join(dataDirectory, 'auth-key');
  const secret = randomUUID();
  // Written aside and linked into place, so that nobody ever reads a key that is half there.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
    return { secret, path, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  const stored = (await readFile(path, 'utf8')).trim();
  if (stored === '') throw new Error(`${path} is empty: delete it to have a new key made.`);
  return { secret: stored, path, isNew: false };
};
