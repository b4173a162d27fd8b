import type { Logger } from '@dragoman/core';
import type { EngineProcess } from './engine-process.js';
import { EngineWorker, type WorkerTimeouts } from './engine-worker.js';
import { StartGuard } from './start-guard.js';

export interface WorkerPoolDependencies {
  readonly log: Logger;
  startProcess(): EngineProcess;
  /** Called when a worker has nothing to do any more, or could not be started. */
  onFree(worker: EngineWorker): void;
}

/** The worker processes: starts them, keeps them busy with one job at a time, ends them. */
export class WorkerPool {
  readonly #dependencies: WorkerPoolDependencies;
  readonly #timeouts: WorkerTimeouts;
  readonly #workers = new Set<EngineWorker>();
  readonly #startGuard = new StartGuard();
  #isClosed = false;
  #losses = 0;

  constructor(dependencies: WorkerPoolDependencies, timeouts: WorkerTimeouts) {
    this.#dependencies = dependencies;
    this.#timeouts = timeouts;
  }

  get workers(): readonly EngineWorker[] {
    return [...this.#workers];
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Why no process could be started lately; undefined while they can. */
  get startProblem(): string | undefined {
    return this.#startGuard.problem;
  }

  /** How many workers failed while they ran, since the start. */
  get losses(): number {
    return this.#losses;
  }

  /** Whether it is not too early to try again after a process failed to start. */
  mayStart(nowMs: number): boolean {
    return this.#startGuard.mayStart(nowMs);
  }

  /** The idle workers that hold a model. */
  idleHolders(modelKey: string): readonly EngineWorker[] {
    return this.workers.filter(({ isIdle, models }) => isIdle && models.has(modelKey));
  }

  /**
   * Starts a worker.
   *
   * @param prepare runs at once, before the process is ready
   * @param job its first one
   */
  start(
    prepare: (worker: EngineWorker) => void = () => {},
    job: (worker: EngineWorker) => Promise<void> = async () => {},
  ): Promise<void> {
    const worker = new EngineWorker(this.#dependencies.startProcess(), this.#timeouts);
    prepare(worker);
    this.#workers.add(worker);
    return this.occupy(worker, async () => {
      try {
        await worker.becomeReady();
      } catch (error) {
        this.#noteFailedStart(worker, error);
        return;
      }
      this.#startGuard.noteSuccess();
      await job(worker);
    });
  }

  /** Has a worker do a job, and tells once it is free again. */
  occupy(worker: EngineWorker, job: () => Promise<void>): Promise<void> {
    return worker.occupy(job).finally(() => {
      if (!this.#isClosed) this.#dependencies.onFree(worker);
    });
  }

  /** Has an idle worker forget models that are not wanted any more, or were unused for long. */
  tidy(
    worker: EngineWorker,
    isWanted: (modelKey: string) => boolean,
    idleSinceMs = Number.NEGATIVE_INFINITY,
  ): void {
    if (!worker.isIdle || !this.#workers.has(worker)) return;
    for (const [key, { lastUsedMs }] of worker.models) {
      if (isWanted(key) && lastUsedMs >= idleSinceMs) continue;
      if (worker.models.size === 1) this.end(worker);
      else {
        void this.occupy(worker, () =>
          worker.unload(key).catch((error) => this.lose(worker, undefined, error)),
        );
      }
      return;
    }
  }

  /** Ends a worker that failed. */
  lose(worker: EngineWorker, modelKey: string | undefined, error: unknown): void {
    this.end(worker);
    if (this.#isClosed) return;
    this.#losses += 1;
    const fields = { model: modelKey, reason: reasonOf(error) };
    this.#dependencies.log.warn(fields, 'engine process lost; another takes its place');
  }

  end(worker: EngineWorker): void {
    this.#workers.delete(worker);
    void worker.end();
  }

  /** Ends all workers for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const workers = [...this.#workers];
    this.#workers.clear();
    await Promise.all(workers.map((worker) => worker.end()));
  }

  #noteFailedStart(worker: EngineWorker, error: unknown): void {
    this.end(worker);
    if (this.#isClosed) return;
    const reason = reasonOf(error);
    this.#startGuard.noteFailure(reason, performance.now());
    this.#dependencies.log.error({ reason }, 'engine process did not start');
  }
}

/** What an operator is told of an error. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
