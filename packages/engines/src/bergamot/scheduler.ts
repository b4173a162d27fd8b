import { AppError } from '@dragoman/contract';
import type { Logger } from '@dragoman/core';
import type { AlignmentRecord } from './alignment/alignment-record.js';
import { EngineWorker } from './engine-worker.js';
import type { Lane, Line } from './line-queue.js';
import { ModelState, type ScheduledModel } from './model-state.js';
import type { BergamotOptions } from './options.js';
import { choosePlacement } from './placement.js';
import type { LineToTranslate, TranslatedLine } from './protocol.js';
import { StartGuard } from './start-guard.js';
import type { EngineThread } from './worker-thread.js';

export interface SchedulerDependencies {
  readonly log: Logger;
  startThread(): EngineThread;
  /** Called when a model failed or may be tried again. */
  onModelsChanged(): void;
}

// A damaged model fails at its first line, always; a sound one does not fail this often in a row.
const MAX_LOSSES_IN_A_ROW = 5;
const MAX_LOAD_FAILURES_IN_A_ROW = 2;

/**
 * Shares out lines among worker threads: starts them, loads models into them, replaces the lost,
 * and gives up a line only when it failed alone.
 */
export class Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #options: BergamotOptions;
  readonly #states = new Map<string, ModelState>();
  readonly #workers = new Set<EngineWorker>();
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;
  #isDispatchDue = false;
  readonly #startGuard = new StartGuard();

  constructor(dependencies: SchedulerDependencies, options: BergamotOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
  }

  get workers(): readonly EngineWorker[] {
    return [...this.#workers];
  }

  /** Why no thread could be started lately; undefined while they can. */
  get startProblem(): string | undefined {
    return this.#startGuard.problem;
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
    for (const worker of this.#workers) this.#tidy(worker);
    this.#dispatch();
  }

  /** Starts the first worker ahead of any request. */
  async warmUp(): Promise<void> {
    if (this.#workers.size === 0) await this.#start();
  }

  /** Translates a line with a model. Lines of one lane are dropped together. */
  translate(
    modelKey: string,
    lane: Lane,
    request: LineToTranslate,
    tokens: number,
  ): Promise<TranslatedLine> {
    const state = this.#states.get(modelKey);
    if (lane.closedBecause !== undefined) return Promise.reject(lane.closedBecause);
    if (this.#isClosed) return Promise.reject(new AppError('unavailable'));
    if (!state) return Promise.reject(new AppError('pair_not_installed'));
    if (state.failedBecause !== undefined) return Promise.reject(new AppError('engine_failed'));
    if (state.queue.size >= this.#options.maxQueuedLines) {
      return Promise.reject(new AppError('too_many_requests', { retryAfterSeconds: 1 }));
    }
    const isServed = this.workers.some(({ isIdle, models }) => isIdle && models.has(modelKey));
    if (!isServed || state.queue.size > 0) state.noteWaiting(performance.now());
    this.#dispatchSoon();
    return new Promise<TranslatedLine>((resolve, reject) => {
      state.queue.push({ lane, request, tokens, resolve, reject, losses: 0 });
    });
  }

  /** Drops what a caller waits for; what a worker has already is finished and thrown away. */
  dropLane(modelKey: string, lane: Lane, reason: unknown): void {
    if (lane.closedBecause === undefined) {
      lane.closedBecause = reason;
      lane.onClose?.(reason);
    }
    const dropped = this.#states.get(modelKey)?.queue.drop(lane) ?? [];
    for (const line of dropped) line.reject(reason);
  }

  /** Gives up what was not used since, and tries failed models again. */
  maintain(nowMs: number): void {
    const idleSinceMs = nowMs - this.#options.idleStopMs;
    for (const worker of this.#workers) {
      if (worker.isIdle && worker.lastUsedMs < idleSinceMs) this.#end(worker);
      else this.#tidy(worker, idleSinceMs);
    }
    for (const state of this.#states.values()) {
      if (state.forgiveSince(nowMs - this.#options.failedModelRetryMs)) {
        this.#dependencies.onModelsChanged();
      }
    }
    this.#dispatch();
  }

  /** Waits for running batches up to `graceMs`, refuses what waits, and ends all workers. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.allSettled(this.#running), limit]);
    clearTimeout(timer);
    for (const state of this.#states.values()) state.rejectAll(new AppError('unavailable'));
    const workers = [...this.#workers];
    this.#workers.clear();
    await Promise.all(workers.map((worker) => worker.end()));
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
    const limits = this.#startGuard.mayStart(performance.now())
      ? this.#options
      : { ...this.#options, maxWorkers: this.#workers.size };
    const placement = choosePlacement(state, this.workers, limits, isPressing);
    switch (placement.kind) {
      case 'use':
        void this.#occupy(placement.worker, () => this.#run(placement.worker, state));
        return true;
      case 'load':
        void this.#occupy(placement.worker, () => this.#load(placement.worker, state));
        return true;
      case 'start':
        void this.#start(state);
        return true;
      case 'end':
        this.#end(placement.worker);
        return true;
      case 'wait':
        if (this.#workers.size === 0) state.rejectAll(new AppError('engine_failed'));
        return false;
      case 'impossible':
        this.#fail(state, 'needs more memory than all models together may take');
        return false;
    }
  }

  async #run(worker: EngineWorker, state: ModelState): Promise<void> {
    const { batchLines, batchTokens } = this.#options;
    const others = this.workers.filter(({ isIdle, models }) => isIdle && models.has(state.key));
    const share = Math.ceil(state.queue.size / (others.length + 1));
    const batch = state.queue.take(Math.min(batchLines, share), batchTokens);
    try {
      const translations = await worker.translate(
        state.key,
        batch.map(({ request }) => request),
      );
      state.losses = 0;
      for (const [index, line] of batch.entries())
        line.resolve(translations[index] ?? { text: '' });
    } catch (error) {
      this.#lose(worker, state, error);
      state.losses += 1;
      if (state.losses >= MAX_LOSSES_IN_A_ROW) this.#fail(state, reasonOf(error));
      for (const line of batch) this.#retry(line, batch.length, state);
    }
  }

  #retry(line: Line, batchSize: number, state: ModelState): void {
    line.losses += 1;
    const isCulprit = batchSize === 1 && line.losses > 1;
    const { closedBecause } = line.lane;
    if (closedBecause !== undefined) line.reject(closedBecause);
    else if (isCulprit || state.failedBecause !== undefined || this.#isClosed) {
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
      this.#lose(worker, state, error);
      // It may have been the room that lacked: the next attempt has a worker of its own.
      state.losses += 1;
      if (state.losses >= MAX_LOAD_FAILURES_IN_A_ROW) this.#fail(state, reasonOf(error));
      return;
    }
    if (state.queue.size > 0) await this.#run(worker, state);
  }

  #start(state?: ModelState): Promise<void> {
    const worker = new EngineWorker(this.#dependencies.startThread(), this.#options);
    if (state) worker.expect(state.model.toLoad, state.model.memory);
    this.#workers.add(worker);
    return this.#occupy(worker, async () => {
      try {
        await worker.becomeReady();
      } catch (error) {
        this.#noteFailedStart(worker, error);
        return;
      }
      this.#startGuard.noteSuccess();
      if (state) await this.#load(worker, state);
    });
  }

  #noteFailedStart(worker: EngineWorker, error: unknown): void {
    this.#end(worker);
    if (this.#isClosed) return;
    const reason = reasonOf(error);
    this.#startGuard.noteFailure(reason, performance.now());
    this.#dependencies.log.error({ reason }, 'engine thread did not start');
  }

  /** Has an idle worker forget models that were replaced or unused for long. */
  #tidy(worker: EngineWorker, idleSinceMs = Number.NEGATIVE_INFINITY): void {
    if (!worker.isIdle || !this.#workers.has(worker)) return;
    for (const [key, { lastUsedMs }] of worker.models) {
      if (this.#states.has(key) && lastUsedMs >= idleSinceMs) continue;
      if (worker.models.size === 1) this.#end(worker);
      else {
        void this.#occupy(worker, () =>
          worker.unload(key).catch((error) => this.#lose(worker, undefined, error)),
        );
      }
      return;
    }
  }

  #lose(worker: EngineWorker, state: ModelState | undefined, error: unknown): void {
    this.#end(worker);
    if (this.#isClosed) return;
    const fields = { model: state?.key, reason: reasonOf(error) };
    this.#dependencies.log.warn(fields, 'engine thread lost; another takes its place');
  }

  #end(worker: EngineWorker): void {
    this.#workers.delete(worker);
    void worker.end();
  }

  #fail(state: ModelState, reason: string): void {
    state.fail(reason, new AppError('engine_failed'));
    this.#dependencies.log.error({ model: state.key, reason }, 'model out of use');
    this.#dependencies.onModelsChanged();
  }

  /** Has a worker do a job; once it is free again, whatever waits is looked at anew. */
  #occupy(worker: EngineWorker, job: () => Promise<void>): Promise<void> {
    const work = worker.occupy(job).finally(() => {
      this.#running.delete(work);
      if (this.#isClosed) return;
      this.#tidy(worker);
      this.#dispatch();
    });
    this.#running.add(work);
    return work;
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
