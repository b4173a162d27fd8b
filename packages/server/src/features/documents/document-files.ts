import { createReadStream } from 'node:fs';
import { access, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, makeFolder, replaceFile } from '../../platform/files.js';

/**
 * What is kept of a document: the file sent, the file to be downloaded, its name, and while it
 * waits the key that opens it.
 */
export type DocumentFile = 'source' | 'result' | 'name' | 'key';

export type SealedBytes = Uint8Array | AsyncIterable<Uint8Array>;

/** The sealed files of documents. Never sees anything that is not encrypted. */
export interface DocumentFiles {
  /**
   * @param sealed as a whole, or in chunks as they arrive. Nothing of it stays when it cannot be
   *   stored, or its chunks end with an error.
   */
  write(id: string, file: DocumentFile, sealed: SealedBytes): Promise<void>;
  has(id: string, file: DocumentFile): Promise<boolean>;
  /** @returns undefined when it is not there */
  read(id: string, file: DocumentFile): Promise<Buffer | undefined>;
  /** The same bit by bit; none when it is not there. */
  readChunks(id: string, file: DocumentFile): AsyncIterable<Buffer>;
  remove(id: string, ...files: readonly DocumentFile[]): Promise<void>;
  removeAll(id: string): Promise<void>;
  /**
   * The same for many that belong to no document, with what a server that was killed has left of them.
   * One that cannot be removed does not keep the others.
   */
  removeLeft(ids: readonly string[]): Promise<void>;
  /**
   * Ids with files written at or before a moment, in milliseconds since 1970; at least all of those
   * whose document is not listed.
   */
  listIds(writtenBeforeMs: number): Promise<readonly string[]>;
}

/** Opened in much less than a millisecond. */
const PIECE_BYTES = 256 * 1024;

const ALL_FILES: readonly DocumentFile[] = ['source', 'result', 'name', 'key'];

/** Files in `documents` of the data directory, which is made when the first one is written. */
export const createDocumentFiles = (dataDirectory: string): DocumentFiles => {
  const directory = join(dataDirectory, 'documents');
  const fileOf = (id: string, file: string) => join(directory, `${id}.${file}`);
  const remove = async (id: string, files: readonly DocumentFile[]) => {
    await Promise.all(files.map((file) => rm(fileOf(id, file), { force: true })));
  };
  return {
    async write(id, file, sealed) {
      makeFolder(directory, 0o700);
      // A server killed here leaves a draft, which is swept with what belongs to no document.
      await replaceFile(fileOf(id, file), sealed, { mode: 0o600 });
    },
    async has(id, file) {
      try {
        await access(fileOf(id, file));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async read(id, file) {
      try {
        return await readFile(fileOf(id, file));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async *readChunks(id, file) {
      try {
        yield* createReadStream(fileOf(id, file), { highWaterMark: PIECE_BYTES });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    remove: (id, ...files) => remove(id, files),
    removeAll: (id) => remove(id, ALL_FILES),
    async removeLeft(ids) {
      if (ids.length === 0) return;
      const left = new Set(ids);
      const failures: unknown[] = [];
      for (const name of await namesIn(directory)) {
        if (!left.has(idIn(name) ?? '')) continue;
        await rm(join(directory, name), { force: true }).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    async listIds(writtenBeforeMs) {
      const ids = new Set<string>();
      for (const name of await namesIn(directory)) {
        const found = await stat(join(directory, name)).catch(() => undefined);
        const id = idIn(name);
        if (found && id !== undefined && found.mtimeMs <= writtenBeforeMs) ids.add(id);
      }
      return [...ids];
    },
  };
};

const idIn = (name: string): string | undefined => /^([0-9A-F]{32})\./.exec(name)?.[1];

const namesIn = (directory: string): Promise<readonly string[]> =>
  readdir(directory).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
