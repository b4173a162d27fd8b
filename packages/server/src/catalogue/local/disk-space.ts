import { statfs } from 'node:fs/promises';
import { CatalogueError } from '../catalogue-error.js';
import { showSize } from '../show-size.js';

/** Kept free in addition to what is needed, so that other programs can continue. */
const MARGIN_BYTES = 32 * 1024 * 1024;

/** Free bytes on the disk of `directory`, for ordinary users. */
export const freeBytes = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
};

/** @throws CatalogueError `no-space` when less than `neededBytes` and a margin are free */
export const requireSpace = async (
  directory: string,
  neededBytes: number,
  free: (directory: string) => Promise<number> = freeBytes,
): Promise<void> => {
  const available = await free(directory);
  if (available >= neededBytes + MARGIN_BYTES) return;
  throw new CatalogueError(
    'no-space',
    `${directory} has ${showSize(available)} free, but ${showSize(neededBytes + MARGIN_BYTES)} are needed. Free some space, or set modelsDirectory to a folder on another disk.`,
  );
};
