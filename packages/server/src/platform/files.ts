import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync } from 'node:fs';
import { access, link, open, readlink, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and those above it that are missing. Node's own recursive way never returns where
 * the file system refuses new folders with ENOENT, as `/proc` does.
 *
 * @param mode of the new folders. @default 0o777, without what the umask removes
 * @throws Error with the `code` of the file system, in one sentence
 */
export const makeFolder = (path: string, mode?: number): void => {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      const message = `The folder ${path} cannot be created (${code}).`;
      throw Object.assign(new Error(message, { cause: error }), { code });
    }
  }
};

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether a file or folder could not be used because it is not there. */
export const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Gives a file a second name, unless another file has it. @returns whether it got it */
export const linkOnce = async (path: string, name: string): Promise<boolean> => {
  try {
    await link(path, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Content that may also arrive in pieces. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

interface WriteOptions {
  /** @default 0o666, without what the umask removes */
  readonly mode?: number;
}

/**
 * Writes a draft beside `path`, under a name that no other process uses, and lets `place` move it.
 * Nobody ever reads half a file, and nothing of the draft stays after an error.
 */
const placeDraft = async <Result>(
  path: string,
  content: Content,
  options: WriteOptions & { readonly flush?: boolean },
  place: (draft: string) => Promise<Result>,
): Promise<Result> => {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(draft, content, { ...options, flag: 'wx' });
    return await place(draft);
  } finally {
    await rm(draft, { force: true }).catch(() => {});
  }
};

/** Atomically creates a file, unless it exists. @returns whether it was created */
export const createFileOnce = (
  path: string,
  content: string,
  options: WriteOptions = {},
): Promise<boolean> => placeDraft(path, content, options, (draft) => linkOnce(draft, path));

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Where a path leads that may be a symbolic link, also to a file that does not exist yet. */
const followLinks = async (path: string, linksLeft = MAX_LINKS): Promise<string> => {
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  if (linksLeft === 0) throw new Error(`The path ${path} has too many symbolic links.`);
  return followLinks(resolve(await realpath(dirname(path)), target), linksLeft - 1);
};

/**
 * Atomically creates a file, or replaces the one that is there. A symbolic link stays, and the file
 * that it leads to is replaced.
 */
export const replaceFile = async (
  path: string,
  content: Content,
  options: WriteOptions = {},
): Promise<void> => {
  const place = await followLinks(path);
  await placeDraft(place, content, options, (draft) => rename(draft, place));
};

/** Like {@link replaceFile}; the new content also survives a power failure directly afterwards. */
export const replaceFileDurably = async (path: string, content: string): Promise<void> => {
  const place = await followLinks(path);
  await placeDraft(place, content, { flush: true }, (draft) => renameDurably(draft, place));
};

/** Syncs a folder's entries to the disk. Some systems cannot, but write them soon anyway. */
export const syncDirectory = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/**
 * A rename that survives a power failure directly afterwards. The content must be synced already.
 */
export const renameDurably = async (from: string, to: string): Promise<void> => {
  await rename(from, to);
  await syncDirectory(dirname(to));
};

/** How many files and connections this process may have open; infinite where that is unknown. */
export const maxOpenFiles = (): number => {
  try {
    // Format: proc(5), /proc/pid/limits.
    const limits = readFileSync('/proc/self/limits', 'latin1');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};

/** What was read, or why it could not be; the reason names neither path nor content. */
type FileText = { readonly text: string } | { readonly code: string };

/** Reads a small text file; one longer than `maxBytes` gives the code `too large`. */
export const readBoundedFile = (path: string, maxBytes: number): FileText => {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    const buffer = Buffer.alloc(maxBytes + 1);
    let length = 0;
    // Pipes and special files give less than asked, so read on until the end or the bound.
    while (length <= maxBytes) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) return { text: buffer.toString('utf8', 0, length) };
      length += read;
    }
    return { code: 'too large' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { code: typeof code === 'string' ? code : 'unreadable' };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
};
