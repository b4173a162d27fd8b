import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalidParameter } from '@dragoman/contract';
import { linkOnce, makeFolder } from '../../platform/files.js';
import { bounded } from '../../platform/read-bounded.js';

/** The files of imports, from when they arrive until they have been read. */
export interface ImportFiles {
  /**
   * Receives a file of an announced size.
   *
   * @throws AppError `body_too_large`, `invalid_parameter` if it has another size
   */
  receive(content: Readable, contentLength: number): Promise<ReceivedFile>;
  read(jobId: string): AsyncIterable<Uint8Array>;
  remove(jobId: string): Promise<void>;
  /** Ids of the jobs whose file is complete. */
  listJobs(): Promise<readonly string[]>;
  /** Deletes what was only half received. */
  removeUnfinished(nowMs: number): Promise<void>;
}

/** A file that belongs to no job yet. */
export interface ReceivedFile {
  /** Gives it to a job, unless that has one already. @returns whether it did */
  keep(jobId: string): Promise<boolean>;
  discard(): Promise<void>;
}

const COMPLETE = '.tmx';
/** Other servers may share the folder; a file that one of them receives grows more often than this. */
const UNFINISHED_MS = 3600_000;

/** Keeps the files in a folder that only its owner may read. */
export const createImportFiles = (dataDirectory: string): ImportFiles => {
  const folder = join(dataDirectory, 'memory-imports');
  const fileOf = (jobId: string) => join(folder, jobId + COMPLETE);
  const readNames = (): Promise<readonly string[]> => readdir(folder).catch(() => []);
  return {
    async receive(content, contentLength) {
      makeFolder(folder, 0o700);
      const path = join(folder, `${randomUUID()}.part`);
      const discard = () => rm(path, { force: true });
      const file = createWriteStream(path, { mode: 0o600 });
      try {
        await pipeline(
          bounded(content, contentLength, () => tooLarge(contentLength)),
          file,
        );
        if (file.bytesWritten < contentLength) throw tooSmall(file.bytesWritten, contentLength);
      } catch (error) {
        await discard();
        throw error;
      }
      const keep = (jobId: string): Promise<boolean> =>
        linkOnce(path, fileOf(jobId)).finally(discard);
      return { keep, discard };
    },
    read: (jobId) => createReadStream(fileOf(jobId)),
    remove: (jobId) => rm(fileOf(jobId), { force: true }),
    async listJobs() {
      const complete = (await readNames()).filter((name) => name.endsWith(COMPLETE));
      return complete.map((name) => name.slice(0, -COMPLETE.length));
    },
    async removeUnfinished(nowMs) {
      for (const name of await readNames()) {
        if (name.endsWith(COMPLETE)) continue;
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtimeMs < nowMs - UNFINISHED_MS) await rm(path, { force: true });
      }
    },
  };
};

const tooLarge = (announced: number): AppError =>
  new AppError('body_too_large', {
    message: `The file is larger than the announced ${announced} bytes.`,
  });

const tooSmall = (size: number, announced: number): AppError =>
  invalidParameter('content_length', `The file has ${size} bytes, not ${announced} as announced.`);
