import { randomUUID } from 'node:crypto';
import { readdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder, syncDirectory } from '../../../platform/files.js';
import { CatalogueError } from '../catalogue-error.js';
import { incomingDirectory, scanModels, selectModels } from './models-directory.js';

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

const HEARTBEAT_MS = 15_000;
/** A holder on another machine that has not renewed its lock for this time counts as gone. */
const STALE_AFTER_MS = 120_000;

const ownerSchema = z.object({
  pid: z.int().min(1),
  host: z.string(),
  /** Process ids are only unique within it: containers may share a host name, but not this. */
  processSpace: z.string(),
  token: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

interface LockFile {
  release(): Promise<void>;
}

/** Held by this process. A process id alone proves nothing: in a container it is often the same. */
const ownTokens = new Set<string>();

/** On Linux it has an id; elsewhere there is one per machine. */
const ownProcessSpace = (): Promise<string> => readlink('/proc/self/ns/pid').catch(() => '');

const readOwner = async (path: string): Promise<Owner | undefined> => {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Whether the lock at `path` is held now. */
export const isLocked = async (path: string, nowMs = Date.now()): Promise<boolean> => {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return false;
  const owner = await readOwner(path);
  if (owner?.host === hostname() && owner.processSpace === (await ownProcessSpace())) {
    return owner.pid === process.pid ? ownTokens.has(owner.token) : isRunning(owner.pid);
  }
  // Unreadable: perhaps just being written. In both cases, only its age is evidence.
  return nowMs - stats.mtimeMs < STALE_AFTER_MS;
};

/**
 * Removes a lock whose holder is gone. Only one process at a time may do so: otherwise another one
 * could have taken the lock again between the check and the removal.
 */
const removeStale = async (path: string): Promise<void> => {
  const guard = `${path}.removal`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch {
    const stats = await stat(guard).catch(() => undefined);
    // Its creator ended between two system calls.
    if (stats && Date.now() - stats.mtimeMs > STALE_AFTER_MS) await rm(guard, { force: true });
    return;
  }
  try {
    if (!(await isLocked(path))) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
};

/**
 * Takes the lock at `path`: a file with the holder's process id. A lock whose holder has died is
 * taken over.
 *
 * @throws CatalogueError `busy` while another holds it; `what` says what it is for
 */
export const takeLock = async (path: string, what: string): Promise<LockFile> => {
  const token = randomUUID();
  const content = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    processSpace: await ownProcessSpace(),
    token,
  } satisfies Owner);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    ownTokens.add(token);
    try {
      await writeFile(path, content, { flag: 'wx' });
      const heartbeat = setInterval(() => {
        const now = new Date();
        utimes(path, now, now).catch(() => {});
      }, HEARTBEAT_MS);
      heartbeat.unref();
      return {
        release: async () => {
          clearInterval(heartbeat);
          if ((await readOwner(path))?.token === token) await rm(path, { force: true });
          ownTokens.delete(token);
        },
      };
    } catch (error) {
      ownTokens.delete(token);
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isLocked(path)) break;
    await removeStale(path);
  }
  const owner = await readOwner(path);
  const holder = owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
  throw new CatalogueError('busy', `${what} is in use by ${holder}. Wait until it has finished.`);
};

/** The lock for all work on one model. @throws CatalogueError `busy` */
export const lockModel = (modelsDirectory: string, id: string): Promise<LockFile> =>
  takeLock(join(incomingDirectory(modelsDirectory), `${id}.lock`), id);

/**
 * A model is not installed in the place of a symbolic link: somebody made it for a reason.
 *
 * @throws CatalogueError `invalid` that names the link
 */
export const requireNoLink = async (directory: string): Promise<void> => {
  const target = await readlink(directory).catch(() => undefined);
  if (target === undefined) return;
  throw new CatalogueError(
    'invalid',
    `${directory} is a symbolic link to ${target}, where no undamaged model is. Remove the link to install the model.`,
  );
};

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

/**
 * Removes installed models, named by id or pair, with the remains of unfinished downloads.
 *
 * @returns what was removed
 * @throws CatalogueError `invalid`, `unknown` or `busy`
 */
export const removeModels = async (
  modelsDirectory: string,
  names: readonly string[],
): Promise<readonly { readonly id: string; readonly directory: string }[]> => {
  const { models, broken } = await scanModels(modelsDirectory);
  const selected = selectModels([...models, ...broken], names);
  const incoming = await prepareIncoming(modelsDirectory);
  for (const { id } of selected) {
    const lock = await lockModel(modelsDirectory, id);
    try {
      await discardModel(modelsDirectory, id);
      await rm(join(incoming, id), { recursive: true, force: true });
    } finally {
      await lock.release();
    }
  }
  return selected.map(({ id, directory }) => ({ id, directory }));
};
