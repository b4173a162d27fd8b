import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
