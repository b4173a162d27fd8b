import { availableParallelism, totalmem } from 'node:os';
import type { EngineMode } from './student/choose-engine.js';

/** How the neural engine is run. */
export interface NeuralOptions {
  /** Threads that translate at once, all in one process. @default the number of processor cores, at most 16 */
  readonly threadCount: number;
  /** Translations a thread works on at a time: those that are kept of all its sentences. @default 96 */
  readonly rowsPerThread: number;
  /**
   * What the process and its models may take, in bytes, by estimate; the least recently used model
   * is unloaded when another needs its place. @default half of the machine's memory
   */
  readonly maxMemoryBytes: number;
  /** Tokens after which a unit is cut at a sentence, clause or word. @default 100 */
  readonly maxLineTokens: number;
  /** Longest translation, in tokens for each token of source. @default 3 */
  readonly maxLengthFactor: number;
  /** Lines that may wait before callers are refused. @default 20000 */
  readonly maxQueuedLines: number;
  /** How long a process with work may be silent before it counts as hung. @default 60000 */
  readonly callTimeoutMs: number;
  /** How long loading a model may take. @default 60000 */
  readonly loadTimeoutMs: number;
  /** Models and processes unused for this long are given up, and loaded again on demand. @default 600000 */
  readonly idleStopMs: number;
  /** Longest time after which a failed model is tried again; the first is 10 s. @default 300000 */
  readonly failedModelRetryMs: number;
  /** How often to look for new models where the file system does not tell. @default 30000 */
  readonly rescanMs: number;
  /** How long the model folders must be quiet before they are read again. @default 200 */
  readonly rescanDebounceMs: number;
  /** How long `stop` waits for running batches. @default 3000 */
  readonly stopGraceMs: number;
  /** Which build of the engine to use: the best that works here, or one kind only. @default auto */
  readonly mode: EngineMode;
}

export const DEFAULT_NEURAL_OPTIONS: NeuralOptions = {
  threadCount: Math.min(16, availableParallelism()),
  rowsPerThread: 96,
  maxMemoryBytes: Math.floor(memoryBytes() / 2),
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
  mode: 'auto',
};

/** The memory this process may use: the container's limit where there is one. */
function memoryBytes(): number {
  const limit = process.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
