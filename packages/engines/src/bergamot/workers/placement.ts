import { MAX_HEAP_BYTES, type ModelMemory, WORKER_BYTES } from '../models/files/model-memory.js';

/** What placement needs to know of a worker. */
export interface PlacedWorker {
  readonly isIdle: boolean;
  /** Keys of the models it holds or is loading, with what each takes. */
  readonly models: ReadonlyMap<string, ModelMemory>;
  /** Of its engine, measured. */
  readonly heapBytes: number;
  readonly lastUsedMs: number;
}

/** What placement needs to know of a model. */
export interface PlacedModel {
  readonly key: string;
  readonly memory: ModelMemory;
  /** Whether it gets a worker of its own, after it was lost with one. */
  readonly needsOwnWorker: boolean;
}

export interface PlacementLimits {
  readonly maxWorkers: number;
  readonly maxMemoryBytes: number;
  readonly maxModelsPerWorker: number;
}

/** Where waiting lines of a model go next. */
export type Placement<Worker> =
  /** To a worker that holds the model. */
  | { readonly kind: 'use'; readonly worker: Worker }
  /** To a worker that has to load the model before. */
  | { readonly kind: 'load'; readonly worker: Worker }
  /** To a worker yet to be started. */
  | { readonly kind: 'start' }
  /** Nowhere before this worker has ended and made room. */
  | { readonly kind: 'end'; readonly worker: Worker }
  /** Nowhere before a worker is idle. */
  | { readonly kind: 'wait' }
  /** Nowhere: the model alone takes more than everything may. */
  | { readonly kind: 'impossible' };

/** What all workers take by estimate, in bytes. */
export const residentBytesOf = (workers: readonly PlacedWorker[]): number =>
  workers.reduce(
    (sum, { models }) =>
      [...models.values()].reduce((bytes, row) => bytes + row.residentBytes, sum + WORKER_BYTES),
    0,
  );

/**
 * Chooses a worker for a model. One that holds it goes first. A second copy of a model is loaded
 * only when enough lines wait for it and nothing has to go for it; for the first copy, the idle
 * worker unused for longest goes when there is no room otherwise.
 *
 * @param isPressing whether enough lines had to wait to keep one more worker busy
 */
export const choosePlacement = <Worker extends PlacedWorker>(
  { key, memory, needsOwnWorker }: PlacedModel,
  workers: readonly Worker[],
  limits: PlacementLimits,
  isPressing: boolean,
): Placement<Worker> => {
  const idle = workers
    .filter(({ isIdle }) => isIdle)
    .sort((left, right) => right.lastUsedMs - left.lastUsedMs);
  const holder = idle.find(({ models }) => models.has(key));
  if (holder) return { kind: 'use', worker: holder };
  const isElsewhere = workers.some(({ models }) => models.has(key));
  if (isElsewhere && !isPressing) return { kind: 'wait' };
  if (WORKER_BYTES + memory.residentBytes > limits.maxMemoryBytes) return { kind: 'impossible' };

  const usedBytes = residentBytesOf(workers);
  const hasRoomFor = (bytes: number): boolean => usedBytes + bytes <= limits.maxMemoryBytes;
  if (hasRoomFor(memory.residentBytes)) {
    const host = idle.find(
      ({ models, heapBytes }) =>
        models.size < (needsOwnWorker ? 1 : limits.maxModelsPerWorker) &&
        heapBytes + memory.heapBytes <= MAX_HEAP_BYTES,
    );
    if (host) return { kind: 'load', worker: host };
  }
  if (workers.length < limits.maxWorkers && hasRoomFor(WORKER_BYTES + memory.residentBytes)) {
    return { kind: 'start' };
  }
  const leastUsed = idle.at(-1);
  return isElsewhere || !leastUsed ? { kind: 'wait' } : { kind: 'end', worker: leastUsed };
};
