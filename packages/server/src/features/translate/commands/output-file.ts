import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { CommandError } from '../../../platform/cli/command.js';

/** Where a translation goes. */
export interface Output {
  write(content: string | Uint8Array): Promise<void>;
  /** Everything has been written. Only now does a file get its name. */
  finish(): Promise<void>;
  /** Undoes what can be undone. */
  discard(): Promise<void>;
}

const standardOutput = (): Output => ({
  async write(content) {
    if (!process.stdout.write(content)) await once(process.stdout, 'drain');
  },
  finish: async () => {},
  discard: async () => {},
});

/**
 * A file that is written under a temporary name and renamed when it is complete, so that half a
 * translation is never mistaken for a whole one. Anything but a regular file, such as a pipe, is
 * written directly.
 *
 * @throws CommandError when it cannot be written
 */
export const fileOutput = async (path: string): Promise<Output> => {
  try {
    // A symbolic link is kept; its target is replaced.
    const place = await realpath(path).catch(() => path);
    const found = await stat(place).catch(() => undefined);
    if (found?.isDirectory()) throw new CommandError(`${path} is a folder; see --output-dir.`);
    const isOrdinary = found?.isFile() ?? true;
    const draft = isOrdinary ? `${place}.${randomUUID()}.part` : place;
    const file = await open(draft, isOrdinary ? 'wx' : 'w', found?.mode);
    return isOrdinary ? draftOutput(file, draft, place) : directOutput(file);
  } catch (error) {
    throw writable(path, error);
  }
};

const draftOutput = (file: FileHandle, draft: string, place: string): Output => ({
  write: (content) => file.writeFile(content),
  async finish() {
    await file.sync();
    await file.close();
    await rename(draft, place);
  },
  async discard() {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
  },
});

const directOutput = (file: FileHandle): Output => ({
  write: (content) => file.writeFile(content),
  finish: () => file.close(),
  discard: () => file.close(),
});

const writable = (path: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') {
    return new CommandError(`The folder of ${path} does not exist. Create it first.`, {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EROFS') {
    return new CommandError(`No permission to write ${path}.`, { cause: error });
  }
  return error;
};

/** Writes to a file, or else to standard output. What is not complete is discarded. */
export const toOutput = async <Result>(
  path: string | undefined,
  signal: AbortSignal,
  work: (output: Output) => Promise<Result>,
): Promise<Result> => {
  const output = path === undefined ? standardOutput() : await fileOutput(path);
  try {
    const result = await work(output);
    signal.throwIfAborted();
    await output.finish();
    return result;
  } catch (error) {
    await output.discard();
    throw error;
  }
};
