import { AppError } from '@dragoman/contract';
import type { EngineLoad, Logger, Meter } from '@dragoman/core';
import type { AlignmentRecord } from '../alignment/alignment-record.js';
import type { EngineProcess } from './engine-process.js';
import type { EngineWorker } from './engine-worker.js';
import type { Line } from './line-queue.js';
import { ModelState, type ScheduledModel } from './model-state.js';
import type { BergamotOptions } from './options.js';
import { choosePlacement, residentBytesOf } from './placement.js';
import type { LineToTranslate, TranslatedLine } from './protocol.js';
import { reasonOf, WorkerPool } from './worker-pool.js';

export interface SchedulerDependencies {
  readonly log: Logger;
  readonly meter: Meter;
  startProcess(): EngineProcess;
  /** Called when a model failed or may be tried again. */
  onModelsChanged(): void;
}

// A damaged model fails at its first line, always; a sound one does not fail this often in a row.
const MAX_LOSSES_IN_A_ROW = 5;
const MAX_LOAD_FAILURES_IN_A_ROW = 2;

/**
 * Shares out lines among worker processes: starts them, loads models into them, replaces the lost,
 * and gives up a line only when it failed alone.
 */
export class Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #options: BergamotOptions;
  readonly #states = new Map<string, ModelState>();
  readonly #pool: WorkerPool;
  #isDispatchDue = false;

  constructor(dependencies: SchedulerDependencies, options: BergamotOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
    const onFree = (worker: EngineWorker): void => {
      this.#tidy(worker);
      this.#dispatch();
    };
    const { log, startProcess } = dependencies;
    this.#pool = new WorkerPool({ log, startProcess, onFree }, options);
  }

  get workers(): readonly EngineWorker[] {
    return this.#pool.workers;
  }

  /** Why no process could be started lately; undefined while they can. */
  get startProblem(): string | undefined {
    return this.#pool.startProblem;
  }

  /** What the processes hold and what waits for them. */
  get load(): EngineLoad {
    const { workers } = this;
    const models = workers.flatMap((worker) => [...worker.models.values()]);
    return {
      workers: workers.length,
      models: models.length,
      memoryBytes: residentBytesOf(workers),
      queued: [...this.#states.values()].reduce((sum, { queue }) => sum + queue.size, 0),
      restarts: this.#pool.losses,
      loadedPairs: [...this.#states.values()]
        .filter(({ key }) => workers.some(({ models: held }) => held.has(key)))
        .flatMap(({ model }) => model.pair.split(',')),
    };
  }

  /** Why a model is out of use; undefined while it is not. */
  failureOf(modelKey: string): string | undefined {
    return this.#states.get(modelKey)?.failedBecause;
  }

  /** How a model's word alignment has fared; undefined for one that is not there. */
  alignmentOf(modelKey: string): AlignmentRecord | undefined {
    return this.#states.get(modelKey)?.alignment;
  }

  /** Replaces the set of models; lines that wait for one no longer there are refused. */
  setModels(models: readonly ScheduledModel[]): void {
    const keys = new Set(models.map(({ toLoad }) => toLoad.id));
    for (const [key, state] of this.#states) {
      if (keys.has(key)) continue;
      this.#states.delete(key);
      state.rejectAll(new AppError('pair_not_installed'));
    }
    for (const model of models) {
      if (!this.#states.has(model.toLoad.id)) {
        this.#states.set(model.toLoad.id, new ModelState(model));
      }
    }
    for (const worker of this.workers) this.#tidy(worker);
    this.#dispatch();
  }

  /** Starts the first worker ahead of any request. */
  async warmUp(): Promise<void> {
    if (this.workers.length === 0) await this.#pool.start();
  }

  /** Translates a line with a model; rejects with the signal's reason once that aborts. */
  translate(
    modelKey: string,
    signal: AbortSignal,
    request: LineToTranslate,
    tokens: number,
  ): Promise<TranslatedLine> {
    const state = this.#states.get(modelKey);
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#pool.isClosed) return Promise.reject(new AppError('unavailable'));
    if (!state) return Promise.reject(new AppError('pair_not_installed'));
    if (state.failedBecause !== undefined) return Promise.reject(new AppError('engine_failed'));
    if (state.queue.size >= this.#options.maxQueuedLines) {
      return Promise.reject(new AppError('too_many_requests', { retryAfterSeconds: 1 }));
    }
    const isServed = this.#pool.idleHolders(modelKey).length > 0;
    if (!isServed || state.queue.size > 0) state.noteWaiting(performance.now());
    this.#dispatchSoon();
    return new Promise<TranslatedLine>((resolve, reject) => {
      const onTaken = this.#dependencies.meter.time('queue', state.labels);
      state.queue.push({ signal, request, tokens, onTaken, resolve, reject, losses: 0 });
    });
  }

  /** Gives up what was not used since, and tries failed models again. */
  maintain(nowMs: number): void {
    const idleSinceMs = nowMs - this.#options.idleStopMs;
    for (const worker of this.workers) {
      if (worker.isIdle && worker.lastUsedMs < idleSinceMs) this.#pool.end(worker);
      else this.#tidy(worker, idleSinceMs);
    }
    for (const state of this.#states.values()) {
      if (state.forgive(nowMs)) {
        this.#dependencies.onModelsChanged();
      }
    }
    this.#dispatch();
  }

  /** Refuses what waits, and ends all workers. */
  close(): Promise<void> {
    for (const state of this.#states.values()) state.rejectAll(new AppError('unavailable'));
    return this.#pool.close();
  }

  /** Gives work out once everything a caller asks for in one go is there. */
  #dispatchSoon(): void {
    if (this.#isDispatchDue) return;
    this.#isDispatchDue = true;
    queueMicrotask(() => {
      this.#isDispatchDue = false;
      this.#dispatch();
    });
  }

  /** Gives work out until nothing more can be; every model gets one batch in turn. */
  #dispatch(): void {
    for (let hasMoved = true; hasMoved; ) {
      hasMoved = false;
      for (const [key, state] of this.#states) {
        if (state.queue.size === 0 || !this.#serve(state)) continue;
        hasMoved = true;
        // Whoever was served goes to the end of the round.
        this.#states.delete(key);
        this.#states.set(key, state);
        break;
      }
    }
  }

  /** Takes one step towards serving a model's queue. False when there is none now. */
  #serve(state: ModelState): boolean {
    const holders = this.workers.filter(({ models }) => models.has(state.key));
    const isPressing = state.isPressing(performance.now(), holders.length);
    const limits = this.#pool.mayStart(performance.now())
      ? this.#options
      : { ...this.#options, maxWorkers: this.workers.length };
    const placement = choosePlacement(state, this.workers, limits, isPressing);
    switch (placement.kind) {
      case 'use':
        void this.#pool.occupy(placement.worker, () => this.#run(placement.worker, state));
        return true;
      case 'load':
        void this.#pool.occupy(placement.worker, () => this.#load(placement.worker, state));
        return true;
      case 'start':
        this.#startWith(state);
        return true;
      case 'end':
        this.#pool.end(placement.worker);
        return true;
      case 'wait':
        if (this.workers.length === 0) state.rejectAll(new AppError('engine_failed'));
        return false;
      case 'impossible':
        this.#fail(state, 'needs more memory than all models together may take');
        return false;
    }
  }

  async #run(worker: EngineWorker, state: ModelState): Promise<void> {
    const { batchLines, batchTokens } = this.#options;
    const others = this.#pool.idleHolders(state.key);
    const share = Math.ceil(state.queue.size / (others.length + 1));
    const batch = state.queue.take(Math.min(batchLines, share), batchTokens);
    if (batch.length === 0) return;
    const { meter } = this.#dependencies;
    for (const line of batch) line.onTaken();
    meter.noteBatch(batch.length, state.labels);
    const stopClock = meter.time('engine', state.labels);
    try {
      const translations = await worker.translate(
        state.key,
        batch.map(({ request }) => request),
      );
      stopClock();
      state.noteSuccess();
      for (const [index, line] of batch.entries())
        line.resolve(translations[index] ?? { text: '' });
    } catch (error) {
      this.#pool.lose(worker, state.key, error);
      state.losses += 1;
      if (state.losses >= MAX_LOSSES_IN_A_ROW) this.#fail(state, reasonOf(error));
      for (const line of batch) this.#retry(line, batch.length, state);
    }
  }

  #retry(line: Line, batchSize: number, state: ModelState): void {
    line.losses += 1;
    const isCulprit = batchSize === 1 && line.losses > 1;
    if (this.#pool.isClosed) line.reject(new AppError('unavailable'));
    else if (isCulprit || state.failedBecause !== undefined) {
      line.reject(new AppError('engine_failed'));
    } else {
      state.queue.pushSuspect(line);
    }
  }

  /** Loads a model and runs its first batch, before another model can claim the worker. */
  async #load(worker: EngineWorker, state: ModelState): Promise<void> {
    const startedMs = performance.now();
    try {
      await worker.load(state.model.toLoad, state.model.memory);
      const loadMs = Math.round(performance.now() - startedMs);
      this.#dependencies.log.info({ model: state.key, loadMs }, 'model loaded');
    } catch (error) {
      this.#pool.lose(worker, state.key, error);
      // It may have been the room that lacked: the next attempt has a worker of its own.
      state.losses += 1;
      if (state.losses >= MAX_LOAD_FAILURES_IN_A_ROW) this.#fail(state, reasonOf(error));
      return;
    }
    if (state.queue.size > 0) await this.#run(worker, state);
  }

  #startWith(state: ModelState): void {
    void this.#pool.start(
      (worker) => worker.expect(state.model.toLoad, state.model.memory),
      (worker) => this.#load(worker, state),
    );
  }

  #tidy(worker: EngineWorker, idleSinceMs?: number): void {
    this.#pool.tidy(worker, (key) => this.#states.has(key), idleSinceMs);
  }

  #fail(state: ModelState, reason: string): void {
    const { failedModelRetryMs } = this.#options;
    state.fail(reason, new AppError('engine_failed'), performance.now(), failedModelRetryMs);
    this.#dependencies.log.error({ model: state.key, reason }, 'model out of use');
    this.#dependencies.onModelsChanged();
  }
}
