import { filesOf } from './metadata.js';
import type { InstalledModel } from './model-folders.js';

const MEBIBYTE = 1024 ** 2;

/** Memory of a worker process without a model, with room for its batches. */
export const WORKER_BYTES = 160 * MEBIBYTE;

/** What the engine of one worker can address, with some left for batches. */
export const MAX_HEAP_BYTES = 2048 * MEBIBYTE - 64 * MEBIBYTE;

export interface ModelMemory {
  /** Physical memory. */
  readonly residentBytes: number;
  /** Address space in the engine's heap, much of which is never touched. */
  readonly heapBytes: number;
}

/**
 * What a model takes once loaded, fitted to measurements of small and large ones and rounded up:
 * embeddings are kept as floats, and the rest twice while it is rearranged.
 */
export const estimateModelMemory = ({ metadata, inspection }: InstalledModel): ModelMemory => {
  const fileBytes = filesOf(metadata).reduce((sum, { bytes }) => sum + bytes, 0);
  const [source = 0, target = 0] = inspection.vocabularySizes;
  const isShared = metadata.files.vocabulary !== undefined;
  const rows = isShared ? source : source + target;
  const embeddingBytes = rows * inspection.embeddingWidth * 4;
  return {
    residentBytes: Math.ceil(24 * MEBIBYTE + 2.5 * fileBytes + 1.5 * embeddingBytes),
    heapBytes: Math.ceil(280 * MEBIBYTE + 6 * embeddingBytes),
  };
};
