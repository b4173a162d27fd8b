import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { CatalogueError } from './catalogue-error.js';

const HEARTBEAT_MS = 15_000;
/** A holder on another machine that was silent for so long is gone. */
const STALE_AFTER_MS = 120_000;

const ownerSchema = z.object({ pid: z.int().min(1), host: z.string(), token: z.string() });
type Owner = z.infer<typeof ownerSchema>;

export interface LockFile {
  release(): Promise<void>;
}

/** Held by this process. A process id alone does not tell: in a container it is often the same. */
const ownTokens = new Set<string>();

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
  if (owner?.host === hostname()) {
    return owner.pid === process.pid ? ownTokens.has(owner.token) : isRunning(owner.pid);
  }
  // Unreadable: perhaps just being written. In both cases only silence tells.
  return nowMs - stats.mtimeMs < STALE_AFTER_MS;
};

/** Takes a lock away whose holder is gone, unless somebody else was faster. */
const removeStale = async (path: string, token: string): Promise<void> => {
  const seen = await readFile(path, 'utf8').catch(() => undefined);
  const aside = `${path}.${token}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  // What was moved may be a new lock, taken between the look and the move: put it back.
  const isStale = (await readFile(aside, 'utf8').catch(() => undefined)) === seen;
  if (!isStale) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
};

/**
 * Takes the lock at `path`: a file with the holder's process id. A lock whose holder has died is
 * taken over.
 *
 * @throws CatalogueError `busy` while another holds it; `what` says what it is for
 */
export const takeLock = async (path: string, what: string): Promise<LockFile> => {
  const token = randomUUID();
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token } satisfies Owner);
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
    await removeStale(path, token);
  }
  const owner = await readOwner(path);
  const holder = owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
  throw new CatalogueError(
    'busy',
    `${what} is being worked on by ${holder}. Wait until it is done.`,
  );
};
