import { filesOf } from './metadata.js';
import type { InstalledModel } from './model-folders.js';

const MEBIBYTE = 1024 ** 2;

/** Memory of the engine process without a model, with room for its batches. */
export const PROCESS_BYTES = 96 * MEBIBYTE;

/**
 * What a model takes once loaded, measured and rounded up: its file, which is mapped, and the
 * matrices once more in the order in which they are multiplied.
 */
export const estimateModelBytes = ({ metadata }: InstalledModel): number => {
  const fileBytes = filesOf(metadata).reduce((sum, { bytes }) => sum + bytes, 0);
  return Math.ceil(4 * MEBIBYTE + 2 * fileBytes);
};
