import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.js';
import { CatalogueError } from '../catalogue-error.js';
import { syncDirectory } from './durable-rename.js';
import { isLocked, type LockFile, takeLock } from './lock-file.js';
import { incomingDirectory } from './models-directory.js';

/** A download abandoned for this time is removed. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

/** Creates the models directory and its folder for unfinished work. @throws CatalogueError */
export const prepareIncoming = async (modelsDirectory: string): Promise<string> => {
  const incoming = incomingDirectory(modelsDirectory);
  try {
    makeFolder(incoming);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CatalogueError('invalid', `${modelsDirectory} cannot be written to (${code}).`);
  }
  return incoming;
};

/** The lock for all work on one model. @throws CatalogueError `busy` */
export const lockModel = (modelsDirectory: string, id: string): Promise<LockFile> =>
  takeLock(join(incomingDirectory(modelsDirectory), `${id}.lock`), id);

/**
 * Removes a model's folder. It disappears in one step, so that no reader sees half of it; the
 * caller holds the lock.
 */
export const discardModel = async (modelsDirectory: string, id: string): Promise<void> => {
  const trash = join(await prepareIncoming(modelsDirectory), `trash-${randomUUID()}`);
  await rename(join(modelsDirectory, id), trash);
  await syncDirectory(modelsDirectory);
  await rm(trash, { recursive: true, force: true });
};

/** Removes the remains of interrupted work that will not be resumed. */
export const sweepIncoming = async (modelsDirectory: string, nowMs = Date.now()): Promise<void> => {
  const incoming = incomingDirectory(modelsDirectory);
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    const isLock = name.endsWith('.lock');
    if (await isLocked(isLock ? path : `${path}.lock`, nowMs)) continue;
    // Fresh locks of other work are left alone; only `takeLock` may decide about those.
    if (isLock) continue;
    const stats = await stat(path).catch(() => undefined);
    const isResumable = !name.startsWith('trash-') && !name.startsWith('import-');
    if (isResumable && stats && nowMs - stats.mtimeMs < KEEP_MS) continue;
    await rm(path, { recursive: true, force: true });
    await rm(`${path}.lock`, { force: true });
  }
};
