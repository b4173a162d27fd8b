import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Parser, type ReadEntry } from 'tar';
import { CatalogueError } from '../catalogue-error.js';

export interface ArchiveEntry {
  /** As in the archive: only to be compared with known names, never to be opened. */
  readonly path: string;
  readonly bytes: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Passes the files of a tar to `take`, one after the other. Folders are skipped; a link, a device
 * or anything else that is not a regular file is an error.
 *
 * @throws CatalogueError `invalid` if it is not a file, not a tar or ends too early; whatever `take`
 *   throws; the reason of the signal
 */
export const readTar = async (
  archivePath: string,
  take: (entry: ArchiveEntry) => Promise<void>,
  signal: AbortSignal,
): Promise<void> => {
  const status = await stat(archivePath);
  // A pipe may never end, and a device never does.
  if (!status.isFile())
    throw new CatalogueError('invalid', `${archivePath} is not a regular file.`);
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    failure ??= { error };
  };
  const handle = async (entry: ReadEntry): Promise<void> => {
    if (entry.type === 'Directory' || failure) {
      entry.resume();
      return;
    }
    if (entry.type !== 'File' && entry.type !== 'OldFile') {
      throw new CatalogueError('invalid', `${archivePath} holds a ${entry.type}: ${entry.path}`);
    }
    await take({ path: entry.path, bytes: entry.size, chunks: entry });
    // Lets the parser continue if `take` did not read everything.
    entry.resume();
  };
  // The parser continues when an entry has been read completely, which is before `take` has
  // finished.
  let taken: Promise<void> = Promise.resolve();
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry) => {
      taken = taken
        .then(() => handle(entry))
        .catch((error: unknown) => {
          fail(error);
          entry.resume();
        });
    },
  });
  const ended = new Promise<void>((resolve) => {
    parser.on('end', resolve);
    parser.on('error', (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      fail(new CatalogueError('invalid', `${archivePath} is not a complete archive: ${reason}`));
      resolve();
    });
  });
  try {
    for await (const chunk of createReadStream(archivePath, { signal })) {
      if (failure) break;
      if (!parser.write(chunk)) {
        await Promise.race([
          ended,
          new Promise<void>((resolve) => parser.once('drain', () => resolve())),
        ]);
      }
    }
    if (!failure) {
      parser.end();
      await ended;
    }
    await taken;
  } catch (error) {
    if (!failure) throw error;
  }
  if (failure) throw failure.error;
};
