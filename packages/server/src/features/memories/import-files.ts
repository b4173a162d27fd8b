import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalidParameter } from '@dragoman/contract';
import { makeFolder } from '../../platform/files.js';

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
  /** Ids of the jobs whose file is complete; what was only half received is deleted. */
  listJobs(): Promise<readonly string[]>;
}

/** A file that belongs to no job yet. */
export interface ReceivedFile {
  /** Gives it to a job, unless that has one already. @returns whether it did */
  keep(jobId: string): Promise<boolean>;
  discard(): Promise<void>;
}

const COMPLETE = '.tmx';

/** Keeps the files in a folder that only its owner may read. */
export const createImportFiles = (dataDirectory: string): ImportFiles => {
  const folder = join(dataDirectory, 'memory-imports');
  const pathOf = (jobId: string) => join(folder, jobId + COMPLETE);
  return {
    async receive(content, contentLength) {
      makeFolder(folder, 0o700);
      const path = join(folder, `${randomUUID()}.part`);
      const discard = () => rm(path, { force: true });
      let size = 0;
      try {
        await pipeline(
          content,
          async function* (chunks: AsyncIterable<Uint8Array>) {
            for await (const chunk of chunks) {
              size += chunk.length;
              if (size > contentLength) throw tooLarge(contentLength);
              yield chunk;
            }
          },
          createWriteStream(path, { mode: 0o600 }),
        );
        if (size < contentLength) throw tooSmall(size, contentLength);
      } catch (error) {
        await discard();
        throw error;
      }
      const keep = async (jobId: string): Promise<boolean> => {
        try {
          await link(path, pathOf(jobId));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
          throw error;
        } finally {
          await discard();
        }
        return true;
      };
      return { keep, discard };
    },
    read: (jobId) => createReadStream(pathOf(jobId)),
    remove: (jobId) => rm(pathOf(jobId), { force: true }),
    async listJobs() {
      const names = await readdir(folder).catch(() => []);
      const jobs: string[] = [];
      for (const name of names) {
        if (name.endsWith(COMPLETE)) jobs.push(name.slice(0, -COMPLETE.length));
        else await rm(join(folder, name), { force: true });
      }
      return jobs;
    },
  };
};

const tooLarge = (announced: number): AppError =>
  new AppError('body_too_large', {
    message: `The file is larger than the announced ${announced} bytes.`,
  });

const tooSmall = (size: number, announced: number): AppError =>
  invalidParameter('content_length', `The file has ${size} bytes, not ${announced} as announced.`);
