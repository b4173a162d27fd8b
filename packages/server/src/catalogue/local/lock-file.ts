import { randomUUID } from 'node:crypto';
import { readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { CatalogueError } from '../catalogue-error.js';

const HEARTBEAT_MS = 15_000;
/** A holder on another machine that was silent for so long is gone. */
const STALE_AFTER_MS = 120_000;

const ownerSchema = z.object({
  pid: z.int().min(1),
  host: z.string(),
  /** Process ids count within it only: containers may share a host's name, but not this. */
  processSpace: z.string(),
  token: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

export interface LockFile {
  release(): Promise<void>;
}

/** Held by this process. A process id alone does not tell: in a container it is often the same. */
const ownTokens = new Set<string>();

/** Linux names it; elsewhere there is one a machine. */
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

/** Whether somebody works under the lock at `path` now. */
export const isLocked = async (path: string, nowMs = Date.now()): Promise<boolean> => {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return false;
  const owner = await readOwner(path);
  if (owner?.host === hostname() && owner.processSpace === (await ownProcessSpace())) {
    return owner.pid === process.pid ? ownTokens.has(owner.token) : isRunning(owner.pid);
  }
  // Unreadable: perhaps just being written. In both cases only silence tells.
  return nowMs - stats.mtimeMs < STALE_AFTER_MS;
};

/**
 * Takes a lock away whose holder is gone. Only one process at a time may do so: another one could
 * have taken the lock anew between the look and the removal.
 */
const removeStale = async (path: string): Promise<void> => {
  const guard = `${path}.removal`;
  try {
    await writeFile(guard, '', { flag: 'wx' });
  } catch {
    const stats = await stat(guard).catch(() => undefined);
    // Its maker ended in the middle of a few system calls.
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
