import { AppError } from '@dragoman/contract/errors';
import {
  type Alternative,
  type AlternativesQuestion,
  type EngineLoad,
  type Logger,
  type Meter,
  requestSignalOf,
} from '@dragoman/core';
import type { AlignmentRecord } from '../alignment/alignment-record.js';
import { PROCESS_BYTES, type ScheduledModel } from '../models/model-catalog.js';
import type { NeuralOptions } from '../options.js';
import type { StartProcess } from '../process/engine-process.js';
import type { EngineWorker } from '../process/engine-worker.js';
import type { LineToTranslate, TranslatedLine } from '../process/protocol.js';
import type { EngineChoice } from '../student/choose-engine.js';
import { EngineProcesses } from './engine-processes.js';
import { ModelQuestions } from './model-questions.js';
import { ModelRoom } from './model-room.js';
import { ModelState, type QueuedLine, rowsOf } from './model-state.js';
import { type LineInProcess, PendingLines } from './pending-lines.js';
import { Trials } from './trials.js';

interface SchedulerDependencies {
  readonly log: Logger;
  readonly meter: Meter;
  readonly startProcess: StartProcess;
  /** Called when a model failed or may be tried again. */
  onModelsChanged(): void;
}

// A damaged model fails at its first line, always; a sound one does not fail this often in a row.
const MAX_LOSSES_IN_A_ROW = 5;
const MAX_LOAD_FAILURES_IN_A_ROW = 2;
// So much waits in the process for the next steps; a short text of its own may go beyond it.
const ROWS_AHEAD = 1.25;
const ROWS_AHEAD_URGENT = 2;
const URGENT_LINES = 4;
// Lines of a short text, with all that are asked again to repair them.
const SHORT_TEXT_LINES = 24;
// How many lines in a row may pass those that wait for room; then these have their turn.
const PASSES_IN_A_ROW = 16;

/**
 * Gives lines to the engine process, a few more than it works on, so that waiting ones join its
 * batches at once and callers still take turns. It loads models and replaces the process when it is
 * lost; its batch is retried line by line in a separate process.
 */
export class Scheduler {
  readonly #dependencies: SchedulerDependencies;
  readonly #options: NeuralOptions;
  readonly #states = new Map<string, ModelState>();
  readonly #running = new PendingLines(() => this.#dispatchSoon());
  readonly #room: ModelRoom;
  readonly #trials = new Trials(
    {
      startTrial: () => this.#processes.startTrial(),
      endTrial: () => this.#processes.endTrial(),
      takeAnswer: (running, translation) => this.#takeAnswer(running, translation),
      fail: (state, problem) => this.#fail(state, problem),
      onTried: () => this.#dispatchSoon(),
    },
    this.#running,
  );
  readonly #processes: EngineProcesses;
  readonly #questions: ModelQuestions;
  /** How many lines callers have asked for. */
  readonly #asked = new WeakMap<AbortSignal, number>();
  /** Lines that passed others since one of those had its turn. */
  #passes = 0;
  #isDispatchDue = false;
  #isClosed = false;

  constructor(dependencies: SchedulerDependencies, options: NeuralOptions) {
    this.#dependencies = dependencies;
    this.#options = options;
    const { startProcess, log } = dependencies;
    this.#processes = new EngineProcesses(startProcess, options, log, {
      onProgress: () => this.#dispatchSoon(),
      onLost: (worker, reason) => this.#noteLoss(worker, reason),
    });
    const main = () => this.#processes.main;
    this.#questions = new ModelQuestions({ main, onWaiting: () => this.#dispatchSoon() }, log);
    // A model that was just loaded first translates something, or two might only unload each other.
    this.#room = new ModelRoom(options.maxMemoryBytes, (key, { served }) => {
      const waiting = this.#states.get(key)?.queue.size ?? 0;
      return waiting === 0 || served >= options.rowsPerThread;
    });
  }

  /** Which build of the engine runs; undefined before a process did. */
  get choice(): EngineChoice | undefined {
    return this.#processes.choice;
  }

  /** Why no process could be started lately; undefined while they can. */
  get startProblem(): string | undefined {
    return this.#processes.startProblem;
  }

  /** What the processes hold and what waits for them. */
  get load(): EngineLoad {
    const workers = this.#processes.running;
    const held = workers.flatMap(({ models }) => [...models.values()]);
    return {
      workers: workers.length,
      models: held.length,
      memoryBytes: held.reduce(
        (sum, { residentBytes }) => sum + residentBytes,
        workers.length * PROCESS_BYTES,
      ),
      queued: [...this.#states.values()].reduce(
        (sum, { queue }) => sum + queue.size,
        this.#trials.size,
      ),
      restarts: this.#processes.losses,
      loadedPairs: [...this.#states.values()]
        .filter(({ key }) => this.holdersOf(key) > 0)
        .flatMap(({ model }) => model.pair.split(',')),
    };
  }

  /** How many processes hold a model. */
  holdersOf(modelKey: string): number {
    return this.#processes.running.filter(({ models }) => models.get(modelKey)?.isLoaded).length;
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
      this.#questions.notifyLoaded(key);
    }
    for (const model of models) {
      if (!this.#states.has(model.toLoad.id)) {
        this.#states.set(model.toLoad.id, new ModelState(model));
      }
    }
    this.#dispatch();
  }

  /** Starts the process ahead of any request; resolves once it is ready, or could not be started. */
  async warmUp(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (!this.#processes.startMain(resolve)) resolve();
    });
  }

  /** Translates a line with a model; rejects with the signal's reason once that aborts. */
  translate(
    modelKey: string,
    signal: AbortSignal,
    request: LineToTranslate,
  ): Promise<TranslatedLine> {
    const state = this.#states.get(modelKey);
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#isClosed) return Promise.reject(new AppError('unavailable'));
    if (!state) return Promise.reject(new AppError('pair_not_installed'));
    if (state.failedBecause !== undefined) return Promise.reject(new AppError('engine_failed'));
    if (state.queue.size >= this.#options.maxQueuedLines) {
      return Promise.reject(new AppError('too_many_requests', { retryAfterSeconds: 1 }));
    }
    this.#dispatchSoon();
    const caller = requestSignalOf(signal);
    this.#asked.set(caller, (this.#asked.get(caller) ?? 0) + 1);
    return new Promise<TranslatedLine>((resolve, reject) => {
      const onTaken = this.#dependencies.meter.time('queue', state.labels);
      state.queue.push({ signal, request, onTaken, resolve, reject, losses: 0 });
    });
  }

  /**
   * Finds alternatives to a translation. Answers are best effort: where something goes wrong, there is none.
   *
   * @throws the signal's reason once it aborts
   */
  findAlternatives(
    modelKey: string,
    signal: AbortSignal,
    question: AlternativesQuestion,
  ): Promise<readonly Alternative[] | undefined> {
    const state = this.#states.get(modelKey);
    if (signal.aborted) return Promise.reject(signal.reason);
    if (!state || state.failedBecause !== undefined || this.#isClosed) {
      return Promise.resolve(undefined);
    }
    return this.#questions.ask(modelKey, signal, question);
  }

  /** Unloads what was not used for long, and tries failed models again. */
  maintain(nowMs: number): void {
    const idleSinceMs = nowMs - this.#options.idleStopMs;
    const { main } = this.#processes;
    if (main?.isReady && main.isIdle && main.lastUsedMs < idleSinceMs) this.#processes.end(main);
    else if (main?.isReady) {
      for (const [key, { isLoaded, lastUsedMs }] of main.models) {
        if (isLoaded && lastUsedMs < idleSinceMs && !main.isUsing(key)) main.unload(key);
      }
    }
    for (const state of this.#states.values()) {
      if (state.retryIfDue(nowMs)) this.#dependencies.onModelsChanged();
    }
    this.#dispatch();
  }

  /** Refuses what waits, and ends all processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const state of this.#states.values()) state.rejectAll(new AppError('unavailable'));
    const ended = this.#processes.close();
    this.#trials.close();
    this.#questions.close();
    await ended;
  }

  /**
   * Gives work out once everything is there that callers ask for in this turn of the event loop: a
   * message to the process costs as much as all else that is done for a sentence here.
   */
  #dispatchSoon(): void {
    if (this.#isDispatchDue) return;
    this.#isDispatchDue = true;
    setImmediate(() => {
      this.#isDispatchDue = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#isClosed) return;
    this.#trials.tryNext();
    const { main: before } = this.#processes;
    if (before?.isReady) this.#forgetModels(before);
    const wanted = [...this.#states.values()].filter(
      ({ key, queue }) => queue.size > 0 || this.#questions.isWaitingFor(key),
    );
    if (wanted.length === 0) return;
    if (!before && !this.#processes.startMain()) {
      for (const state of wanted) {
        state.rejectAll(new AppError('engine_failed'));
        this.#questions.notifyLoaded(state.key);
      }
      return;
    }
    const { main } = this.#processes;
    if (!main?.isReady) return;
    this.#room.keepAll();
    for (const state of wanted) if (!main.models.has(state.key)) this.#load(main, state);
    this.#feed(main, wanted);
  }

  /** Gives lines to a process up to its limit; every model gets one in turn. */
  #feed(worker: EngineWorker, wanted: readonly ModelState[]): void {
    const { threadCount, rowsPerThread } = this.#options;
    const limit = threadCount * rowsPerThread;
    const taken = new Map<ModelState, QueuedLine[]>();
    let { rows } = worker;
    // What is at hand there is used up first, so that a message takes several lines along.
    const isFull = rows >= limit;
    let waiting = wanted.filter(
      ({ key }) => worker.models.get(key)?.isLoaded && !this.#room.isLeaving(key),
    );
    while (waiting.length > 0) {
      for (const state of waiting) {
        if (isFull) this.#letSmallPass(state);
        const isUrgent = this.#isUrgent(state);
        const most = limit * (isUrgent ? ROWS_AHEAD_URGENT : ROWS_AHEAD);
        const line = rows < most && (isUrgent || !isFull) ? state.queue.take() : undefined;
        if (!line) {
          waiting = waiting.filter((other) => other !== state);
          continue;
        }
        if (!isUrgent) this.#passes = 0;
        rows += rowsOf(state);
        const lines = taken.get(state);
        if (lines) lines.push(line);
        else taken.set(state, [line]);
        this.#moveBack(state);
      }
    }
    for (const [state, lines] of taken) this.#give(worker, state, lines);
  }

  /** A caller that was served goes to the end of the round. */
  #moveBack(state: ModelState): void {
    if (this.#states.delete(state.key)) this.#states.set(state.key, state);
  }

  /** A caller with few lines does not wait for room behind those who have many. */
  #letSmallPass({ queue }: ModelState): void {
    if (this.#passes >= PASSES_IN_A_ROW) return;
    if (queue.letPass((caller) => this.#isSmall(caller, queue.countOf(caller)))) this.#passes += 1;
  }

  /** Whether the next line of a model is of a caller with few, who is not held up by the others. */
  #isUrgent({ queue }: ModelState): boolean {
    const next = queue.next();
    const caller = next && requestSignalOf(next.signal);
    return caller !== undefined && this.#isSmall(caller, queue.countOf(caller));
  }

  #isSmall(caller: AbortSignal, waiting: number): boolean {
    return (
      (this.#asked.get(caller) ?? 0) <= SHORT_TEXT_LINES &&
      waiting + this.#running.countOf(caller) <= URGENT_LINES
    );
  }

  #give(worker: EngineWorker, state: ModelState, lines: readonly QueuedLine[]): void {
    const { meter } = this.#dependencies;
    const own = new Map<AbortSignal, number>();
    for (const { signal } of lines) {
      const caller = requestSignalOf(signal);
      own.set(caller, (own.get(caller) ?? 0) + 1);
    }
    const small = new Set(
      lines.filter(({ signal }) => {
        const caller = requestSignalOf(signal);
        return this.#isSmall(caller, state.queue.countOf(caller) + (own.get(caller) ?? 0));
      }),
    );
    for (const isUrgent of [true, false]) {
      const given = lines
        .filter((line) => small.has(line) === isUrgent)
        .map((line): LineInProcess => ({ line, state, worker, isOver: false }));
      if (given.length === 0) continue;
      // What is handed over together counts as a batch, which ends with its last line.
      meter.noteBatch(given.length, state.labels);
      const stopClock = meter.time('engine', state.labels);
      let left = given.length;
      const countDown = (): void => {
        left -= 1;
        if (left === 0) stopClock();
      };
      const ids = worker.translate(
        state.key,
        given.map((running) => {
          running.line.onTaken();
          running.onDropped = countDown;
          const done = (translation: TranslatedLine | undefined): void => {
            countDown();
            this.#takeAnswer(running, translation);
          };
          return { request: running.line.request, done };
        }),
        rowsOf(state),
        isUrgent,
      );
      for (const [index, running] of given.entries()) {
        running.id = ids[index];
        this.#running.take(running);
      }
    }
  }

  #takeAnswer(running: LineInProcess, translation: TranslatedLine | undefined): void {
    if (running.isOver) return;
    if (translation?.problem !== undefined) {
      const { problem } = translation;
      this.#dependencies.log.warn({ model: running.state.key, problem }, 'line not translated');
      this.#running.settle(running, new AppError('engine_failed'));
      return;
    }
    if (translation) {
      running.state.noteSuccess();
      this.#running.settle(running, translation);
      return;
    }
    running.line.losses += 1;
    running.worker = undefined;
    if (this.#isClosed) this.#running.settle(running, new AppError('unavailable'));
    else if (running.line.losses > 1) this.#running.settle(running, new AppError('engine_failed'));
    else {
      this.#trials.add(running);
      this.#dispatchSoon();
    }
  }

  /** Loads a model, if there is room for it or can be made. */
  #load(worker: EngineWorker, state: ModelState): void {
    const { residentBytes, toLoad } = state.model;
    if (!this.#room.fitsAlone(residentBytes)) {
      this.#fail(state, 'needs more memory than all models together may take');
      return;
    }
    if (!this.#room.make(worker, residentBytes)) return;
    const startedMs = performance.now();
    void worker.load(toLoad, residentBytes).then((problem) => {
      if (problem !== undefined) this.#fail(state, problem);
      else if (worker.models.get(state.key)?.isLoaded) {
        const loadMs = Math.round(performance.now() - startedMs);
        this.#dependencies.log.info({ model: state.key, loadMs }, 'model loaded');
      }
      this.#questions.notifyLoaded(state.key);
      this.#dispatchSoon();
    });
  }

  /** Unloads models that are no longer there. */
  #forgetModels(worker: EngineWorker): void {
    for (const [key, { isLoaded }] of worker.models) {
      if (isLoaded && !this.#states.has(key) && !worker.isUsing(key)) worker.unload(key);
    }
  }

  /** A process was lost: counts against the models that it loaded or translated with. */
  #noteLoss(worker: EngineWorker, reason: string): void {
    if (this.#isClosed) return;
    if (worker.wasReady) {
      const models = [...worker.models.keys()].join();
      this.#dependencies.log.warn({ model: models, reason }, 'engine process lost');
      for (const [key, { isLoaded }] of worker.models) {
        const state = this.#states.get(key);
        if (!state || (isLoaded && !worker.isUsing(key))) continue;
        state.losses += 1;
        const most = isLoaded ? MAX_LOSSES_IN_A_ROW : MAX_LOAD_FAILURES_IN_A_ROW;
        if (state.losses >= most) this.#fail(state, reason);
      }
    }
    this.#dispatchSoon();
  }

  #fail(state: ModelState, reason: string): void {
    const { failedModelRetryMs } = this.#options;
    state.fail(reason, new AppError('engine_failed'), performance.now(), failedModelRetryMs);
    this.#questions.notifyLoaded(state.key);
    this.#dependencies.log.error({ model: state.key, reason }, 'model out of use');
    this.#dependencies.onModelsChanged();
  }
}
