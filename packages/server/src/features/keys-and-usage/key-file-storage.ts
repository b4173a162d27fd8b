import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stores } from '../../open-stores.js';
import { StoreError } from '../../platform/database/store-error.js';
import { createFileOnce, isMissing, makeFolder, replaceFile } from '../../platform/files.js';
import { digestOf, generateSecret, planOf } from './key-secret.js';

/** The key of the first run, and its file. */
export interface GeneratedKey {
  readonly secret: string;
  readonly path: string;
  readonly isNew: boolean;
}

/**
 * Reads the generated key from the data directory, or creates one there that only the owner may
 * read.
 *
 * @throws StoreError when the file holds nothing; the file system's error when it cannot be read or
 *   written
 */
export const loadOrCreateKey = async (dataDirectory: string): Promise<GeneratedKey> => {
  makeFolder(dataDirectory, 0o700);
  const path = keyFileOf(dataDirectory);
  const secret = generateSecret('paid');
  if (await createFileOnce(path, `${secret}\n`, { mode: 0o600 })) {
    return { secret, path, isNew: true };
  }
  const stored = await readKeyFile(path);
  return { secret: stored ?? '', path, isNew: false };
};

const keyFileOf = (dataDirectory: string): string => join(dataDirectory, 'auth-key');

const readKeyFile = async (path: string): Promise<string | undefined> => {
  try {
    const stored = (await readFile(path, 'utf8')).trim();
    if (stored === '') {
      throw new StoreError(`${path} is empty: delete it, and a new key is created.`);
    }
    return stored;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/**
 * Reads the generated key; undefined if there is none.
 *
 * @throws StoreError when the file holds nothing; the file system's error when it cannot be read
 */
export const loadKey = async (dataDirectory: string): Promise<GeneratedKey | undefined> => {
  const path = keyFileOf(dataDirectory);
  const secret = await readKeyFile(path);
  return secret === undefined ? undefined : { secret, path, isNew: false };
};

/** Atomically replaces the key in the file of the generated one. @returns the path */
export const replaceKey = async (dataDirectory: string, secret: string): Promise<string> => {
  const path = keyFileOf(dataDirectory);
  await replaceFile(path, `${secret}\n`, { mode: 0o600 });
  return path;
};

/** Removes the key that was just created. */
const discardKey = (dataDirectory: string): Promise<void> => unlink(keyFileOf(dataDirectory));

/** The automatically created key, so that the first run needs no command. */
export const FIRST_KEY_ID = 'first';

/**
 * Makes sure that a new installation has a key, and finds the file that contains it.
 *
 * @returns undefined if the first key was created by another server, revoked, or replaced elsewhere
 */
export const ensureFirstKey = async (
  { accountStore, keyManager }: Pick<Stores, 'accountStore' | 'keyManager'>,
  dataDirectory: string,
): Promise<GeneratedKey | undefined> => {
  const isInStore = async (key: GeneratedKey): Promise<boolean> => {
    const record = await accountStore.findKeyByDigest(digestOf(key.secret));
    return record !== undefined && record.revokedAtMs === null;
  };
  if (await accountStore.findKeyById(FIRST_KEY_ID)) {
    const key = await loadKey(dataDirectory);
    return key && (await isInStore(key)) ? key : undefined;
  }
  const key = await loadOrCreateKey(dataDirectory);
  const plan = planOf(key.secret);
  await keyManager.adopt('server', FIRST_KEY_ID, key.secret, { name: 'first key', plan });
  // Another server, with its own data folder, may have been faster.
  if (await isInStore(key)) return key;
  if (key.isNew) await discardKey(dataDirectory);
  return undefined;
};
