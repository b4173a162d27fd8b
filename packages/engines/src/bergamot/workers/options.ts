import { availableParallelism, totalmem } from 'node:os';
import type { KernelMode } from '../kernels/index.js';

/** How the neural engine is run. */
export interface BergamotOptions {
  /** Processes that translate at once. @default the number of processor cores, at most 16 */
  readonly maxWorkers: number;
  /**
   * What all workers and their models may take, in bytes, by estimate; the least recently used
   * worker ends when another model needs its place. @default half of the machine's memory
   */
  readonly maxMemoryBytes: number;
  /** Models one worker holds at most; its engine can address 2 GiB. @default 4 */
  readonly maxModelsPerWorker: number;
  /** Lines in one call to a worker; cancelling takes effect between calls. @default 32 */
  readonly batchLines: number;
  /** Tokens of source text in one call to a worker. @default 512 */
  readonly batchTokens: number;
  /** Tokens after which a unit is cut at a sentence, clause or word. @default 100 */
  readonly maxLineTokens: number;
  /** Longest translation, in tokens for each token of source. @default 3 */
  readonly maxLengthFactor: number;
  /** Lines that may wait before callers are refused. @default 20000 */
  readonly maxQueuedLines: number;
  /** How long one call may take before its worker counts as hung. @default 60000 */
  readonly callTimeoutMs: number;
  /** How long loading a model may take. @default 60000 */
  readonly loadTimeoutMs: number;
  /** Models and workers unused for this long are given up, and loaded again on demand. @default 600000 */
  readonly idleStopMs: number;
  /** Longest time after which a failed model is tried again; the first is 10 s. @default 300000 */
  readonly failedModelRetryMs: number;
  /** How often to look for new models where the file system does not tell. @default 30000 */
  readonly rescanMs: number;
  /** How long the model folders must be quiet before they are read again. @default 200 */
  readonly rescanDebounceMs: number;
  /** How long `stop` waits for running batches. @default 3000 */
  readonly stopGraceMs: number;
  /** Which matrix kernels to use: the best that work here, or one kind only. @default auto */
  readonly kernels: KernelMode;
}

export const DEFAULT_BERGAMOT_OPTIONS: BergamotOptions = {
  maxWorkers: Math.min(16, availableParallelism()),
  maxMemoryBytes: Math.floor(memoryBytes() / 2),
  maxModelsPerWorker: 4,
  batchLines: 32,
  batchTokens: 512,
  maxLineTokens: 100,
  maxLengthFactor: 3,
  maxQueuedLines: 20_000,
  callTimeoutMs: 60_000,
  loadTimeoutMs: 60_000,
  idleStopMs: 600_000,
  failedModelRetryMs: 300_000,
  rescanMs: 30_000,
  rescanDebounceMs: 200,
  stopGraceMs: 3000,
  kernels: 'auto',
};

/** The memory this process may use: the container's limit where there is one. */
function memoryBytes(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
