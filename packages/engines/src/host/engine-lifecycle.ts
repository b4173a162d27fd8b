import { setMaxListeners } from 'node:events';
import { AppError } from '@dragoman/contract/errors';
import { type EngineHealth, linkedController } from '@dragoman/core';

/** What an engine does at the turning points of its life. */
export interface EngineParts {
  /** Makes the engine ready; where it fails, the next start tries again. */
  open(): Promise<void>;
  /** Called from time to time while the engine runs: gives up what is idle. */
  maintain(): void;
  /** Ends everything at once. Called once, after running batches had their time. */
  close(): Promise<void>;
}

/** How long an engine's idle parts and running batches may live on, in milliseconds. */
interface LifecycleTimes {
  readonly idleStopMs: number;
  readonly stopGraceMs: number;
}

const MAINTENANCE_MS = 15_000;

/**
 * Does the work of one batch with a signal of its own, which aborts when the caller's does and when
 * a part of the work fails: what is left of the batch then leaves the queues. The promise rejects
 * at once, with the reason of the caller's signal or with the error.
 *
 * @param hasParts without parts, nothing is left when the work fails, and the caller's own signal
 *   does: one of its own costs more than the rest of this
 */
const withBatchSignal = <Result>(
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  hasParts = true,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const batch = hasParts ? linkedController(caller) : undefined;
    const leave = (): void => reject(caller.reason);
    // Any number of batches may share one signal; that is no leak to warn of.
    setMaxListeners(0, caller);
    caller.addEventListener('abort', leave, { once: true });
    void work(batch?.signal ?? caller)
      .then(resolve, (error) => {
        batch?.abort(error);
        reject(error);
      })
      .finally(() => {
        batch?.release();
        caller.removeEventListener('abort', leave);
      });
  });

/** The life of an engine: started once, stopped once, serving batches in between. */
export class EngineLifecycle {
  readonly #parts: EngineParts;
  readonly #times: LifecycleTimes;
  readonly #running = new Set<Promise<unknown>>();
  #state: 'new' | 'started' | 'stopped' = 'new';
  #starting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #maintenance: NodeJS.Timeout | undefined;

  constructor(parts: EngineParts, times: LifecycleTimes) {
    this.#parts = parts;
    this.#times = times;
  }

  get isStopped(): boolean {
    return this.#state === 'stopped';
  }

  healthState(isDegraded: boolean): EngineHealth['state'] {
    if (this.#state === 'new') return 'starting';
    if (this.#state === 'stopped') return 'stopped';
    return isDegraded ? 'degraded' : 'ready';
  }

  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  /** @see Engine.stop */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /**
   * Does the work of a batch.
   *
   * @param work gets a signal that aborts when the caller's does, or when a part of the work fails
   * @param hasParts false for work that is one piece
   * @throws AppError `unavailable` unless the engine runs; the reason of the caller's signal
   */
  async run<Result>(
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
    hasParts = true,
  ): Promise<Result> {
    caller.throwIfAborted();
    if (this.#state !== 'started') throw new AppError('unavailable');
    const batch = withBatchSignal(caller, work, hasParts);
    this.#running.add(batch);
    return batch.finally(() => this.#running.delete(batch));
  }

  async #start(): Promise<void> {
    if (this.isStopped) return;
    await this.#parts.open();
    if (this.isStopped) return;
    this.#state = 'started';
    const periodMs = Math.max(10, Math.min(MAINTENANCE_MS, this.#times.idleStopMs / 2));
    this.#maintenance = setInterval(() => this.#parts.maintain(), periodMs);
    this.#maintenance.unref();
  }

  async #stop(): Promise<void> {
    this.#state = 'stopped';
    clearInterval(this.#maintenance);
    await settledWithin([...this.#running], this.#times.stopGraceMs);
    await this.#parts.close();
  }
}

const settledWithin = (work: readonly Promise<unknown>[], limitMs: number): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  return Promise.race([Promise.allSettled(work), limit]).finally(() => clearTimeout(timer));
};
