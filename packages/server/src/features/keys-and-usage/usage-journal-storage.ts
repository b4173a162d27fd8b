import { randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@dragoman/core';
import * as z from 'zod';
import { dayOf } from '../../platform/accounts/billing-period.js';
import { isMissing, makeFolder } from '../../platform/files.js';
import {
  NO_JOURNAL,
  type OrphanedBatch,
  type UsageJournal,
  type UsedByRequest,
} from './account-store.js';

/**
 * A server touches its batches twice a second. One that has not for this time is gone, or stands
 * still for so long that its usage may be reported for it.
 */
const GONE_AFTER_MS = 10_000;
/** The database knows the ids of batches for a day: an older one could be billed twice. */
const TOO_OLD_MS = 23 * 3_600_000;

/**
 * A file for each batch, `<batch id>.<who has it>`, with a line of JSON for each request. A line is
 * one `write`, so that a killed process loses none; only a power failure may. Servers may share the
 * folder: a file that changes its owner changes its name.
 *
 * @param folder is created; where it cannot be, usage is only in memory, with a warning
 * @param now milliseconds since 1970, as the file system has it
 */
export const createUsageJournal = (
  folder: string,
  { log, now = Date.now }: { readonly log: Logger; readonly now?: () => number },
): UsageJournal => {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    log.warn(
      { err: error },
      'without a folder, usage that is not reported is lost if this server dies',
    );
    return NO_JOURNAL;
  }
  const owner = randomUUID();
  /** The files that this process writes, by the ids of their batches. */
  const files = new Map<string, number>();
  /** Those whose last line was cut. */
  const cutFiles = new Set<number>();
  let hasFailed = false;

  const fileOf = (id: string): string => join(folder, `${id}.${owner}`);

  const open = (id: string): number => {
    const file = openSync(fileOf(id), 'a', 0o600);
    files.set(id, file);
    return file;
  };

  const writeLine = (file: number, used: UsedByRequest): void => {
    // What follows a line that was cut must not become a part of it.
    const bytes = Buffer.from(`${cutFiles.has(file) ? '\n' : ''}${JSON.stringify(used)}\n`);
    cutFiles.add(file);
    if (writeSync(file, bytes) < bytes.length) throw new Error('there is no room for a whole line');
    cutFiles.delete(file);
  };

  const readNames = (): readonly string[] => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'usage that servers have left cannot be looked for');
      hasFailed = true;
      return [];
    }
  };

  const take = (name: string): OrphanedBatch | undefined => {
    const path = join(folder, name);
    const [id = ''] = name.split('.');
    try {
      const ageMs = now() - statSync(path).mtimeMs;
      if (ageMs < GONE_AFTER_MS) return undefined;
      if (ageMs > TOO_OLD_MS) {
        const characters = charactersOf(readRequests(path));
        rmSync(path, { force: true });
        if (characters > 0) {
          log.error({ characters, day: dayOf(now() - ageMs) }, 'usage is too old to be reported');
        }
        return undefined;
      }
      const own = fileOf(id);
      // Of two servers that take it, one finds it gone.
      renameSync(path, own);
      touch(own, now());
      return { id, requests: readRequests(own) };
    } catch (error) {
      if (!isMissing(error)) {
        log.warn({ err: error }, 'usage that a server has left cannot be read');
      }
      return undefined;
    }
  };

  return {
    note(id, used) {
      try {
        writeLine(files.get(id) ?? open(id), used);
        hasFailed = false;
        return true;
      } catch (error) {
        if (!hasFailed)
          log.warn({ err: error }, 'usage cannot be written down before it is reported');
        hasFailed = true;
        return false;
      }
    },
    keep() {
      for (const id of files.keys()) touch(fileOf(id), now());
    },
    forget(id) {
      const file = files.get(id);
      files.delete(id);
      if (file !== undefined) {
        closeSync(file);
        cutFiles.delete(file);
      }
      rmSync(fileOf(id), { force: true });
    },
    takeOrphaned() {
      const isOpen = (name: string) => files.has(name.split('.')[0] ?? '');
      return readNames()
        .filter((name) => !isOpen(name))
        .flatMap((name) => take(name) ?? []);
    },
  };
};

const touch = (path: string, atMs: number): void => {
  try {
    utimesSync(path, atMs / 1000, atMs / 1000);
  } catch {
    // Another server has taken it, and reports it.
  }
};

const charactersOf = (requests: readonly UsedByRequest[]): number =>
  requests.reduce((sum, { characters }) => sum + characters, 0);

/** The whole lines of a file; a full disk may have cut one. */
const readRequests = (path: string): readonly UsedByRequest[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => parseLine(line) ?? []);

const USED = z.object({
  ownerId: z.string(),
  day: z.iso.date(),
  characters: z.int().min(0),
  tag: z.string().optional(),
});

const parseLine = (line: string): UsedByRequest | undefined => {
  try {
    return USED.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};
