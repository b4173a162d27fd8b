import { AppError } from '@dragoman/contract';
import { MEBIBYTE } from '@dragoman/contract/sizes';
import type { EngineLabels, Logger, Meter } from '@dragoman/core';
import type { MemoryBudget, MemoryHolder } from '../host/memory-budget.js';
import { memoryOfGroupBytes } from '../host/process-group.js';
import type { Mode } from './modes.js';
import type { ApertiumOptions } from './options.js';
import { Pipeline, PipelineQueue, type QueuedMessage } from './pipeline.js';

/** A message broke the pipeline although it was tried again on its own: a smaller one may not. */
export class MessageRefusedError extends Error {
  override readonly name = 'MessageRefusedError';
}

/** What a runner needs besides its mode. */
interface ModeRunnerDependencies {
  readonly options: ApertiumOptions;
  readonly budget: MemoryBudget;
  readonly log: Logger;
  readonly meter: Meter;
}

type RunnerState = 'stopped' | 'starting' | 'ready' | 'closed';

// Text no dictionary has; every mode passes it through.
const PROBE = 'Dragoman 1.[]';
const NEVER = new AbortController().signal;
// Breakdowns in a row, without one answer between, that no splitting of texts explains.
const MAX_BREAKDOWNS_IN_A_ROW = 25;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;
const MAX_FAILED_STARTS = 2;
// Programs that have worked are sound; somebody ends them, or the machine is out of memory.
const MAX_FAILED_STARTS_ONCE_PROVEN = 6;
const MAX_BACKOFF_ONCE_PROVEN_MS = 2000;

/**
 * Keeps the pipeline of one mode: starts it for the first message, feeds it ahead of its answers
 * within a window, restarts it when it breaks, and gives it up when idle.
 */
export class ModeRunner implements MemoryHolder {
  readonly mode: Mode;
  readonly #options: ApertiumOptions;
  readonly #budget: MemoryBudget;
  readonly #log: Logger;
  readonly #meter: Meter;
  readonly #labels: EngineLabels;
  readonly #queue: PipelineQueue;
  #state: RunnerState = 'stopped';
  #pipeline: Pipeline<QueuedMessage> | undefined;
  #lastUsedMs = 0;
  #memoryBytes: number;
  #failedStarts = 0;
  #isProven = false;
  #breakdownsInARow = 0;
  #restarts = 0;
  #retryAtMs = 0;
  #problem: string | undefined;

  constructor(mode: Mode, { options, budget, log, meter }: ModeRunnerDependencies) {
    this.mode = mode;
    this.#options = options;
    this.#budget = budget;
    this.#log = log;
    this.#meter = meter;
    this.#labels = { engine: 'apertium', pair: `${mode.sources[0]}-${mode.targets[0]}` };
    this.#queue = new PipelineQueue(options);
    this.#memoryBytes = estimatedMemoryBytes(mode.dataBytes);
  }

  get isIdle(): boolean {
    const isAnswering = this.#pipeline !== undefined && this.#pipeline.inFlightCount > 0;
    return this.#state === 'ready' && !isAnswering && this.#queue.size === 0;
  }

  get lastUsedMs(): number {
    return this.#lastUsedMs;
  }

  /** Why the mode cannot be used at present, for an operator. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get isRunning(): boolean {
    return this.#pipeline !== undefined;
  }

  /** Messages that wait. */
  get queued(): number {
    return this.#queue.size;
  }

  /** How often the pipeline broke and was started again. */
  get restarts(): number {
    return this.#restarts;
  }

  /** The leader of the running pipeline's process group. */
  get processGroupId(): number | undefined {
    return this.#pipeline?.processGroupId;
  }

  /**
   * Sends one message and resolves to its answer. A `part` is of a message that was refused: it
   * runs alone and has one try.
   * @throws MessageRefusedError when the message breaks the pipeline.
   * @throws AppError `engine_failed` when no pipeline can be had, `too_many_requests` when there is
   *   no room for one or for the message; or the signal's reason.
   */
  send(signal: AbortSignal, body: string, kind: 'whole' | 'part'): Promise<string> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal(signal);
      if (refusal !== undefined) return reject(refusal);
      const stopWaiting = this.#meter.time('queue', this.#labels);
      let stopClock = (): void => {};
      const message: QueuedMessage = {
        body,
        signal,
        onWritten: () => {
          stopWaiting();
          stopClock = this.#meter.time('engine', this.#labels);
        },
        isSuspect: kind === 'part',
        failures: 0,
        maxFailures: kind === 'part' ? 1 : 2,
        reject,
        onAnswer: (output) => {
          stopClock();
          resolve(output);
          this.#noteAnswer(message);
        },
      };
      this.#queue.push(message);
      if (this.#state === 'ready') this.#pump();
      else if (this.#state === 'stopped') void this.#start();
    });
  }

  /** Called by the memory budget, which counts the memory as free already. */
  evict(): void {
    this.#state = 'stopped';
    this.#pipeline?.finish();
    this.#pipeline = undefined;
  }

  /** Stops the pipeline if it has done nothing since a point in time (`performance.now()`). */
  stopIfIdleSince(pointMs: number): void {
    if (!this.isIdle || this.#lastUsedMs > pointMs) return;
    this.evict();
    this.#budget.release(this);
  }

  /** Takes what the pipeline's processes really use into account; it may have grown. */
  async measure(): Promise<void> {
    const pipeline = this.#pipeline;
    if (this.#state !== 'ready' || pipeline?.processGroupId === undefined) return;
    const bytes = await memoryOfGroupBytes(pipeline.processGroupId);
    if (bytes === 0 || pipeline !== this.#pipeline) return;
    this.#memoryBytes = bytes;
    const isWithin = this.#budget.correct(this, bytes);
    const isAlone = this.#options.mayExceedAlone && this.#budget.usedBytes === bytes;
    if (!isWithin && !isAlone) {
      this.#log.warn({ mode: this.mode.name, bytes }, 'Apertium pipelines exceed their memory cap');
    }
  }

  /** Ends the pipeline at once, for good, and rejects everything. */
  close(reason: AppError): void {
    this.#state = 'closed';
    for (const message of this.#queue.clear()) message.reject(reason);
    this.#pipeline?.rejectInFlight(reason);
    this.#pipeline?.kill();
    this.#pipeline = undefined;
    this.#budget.release(this);
  }

  #refusal(signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    if (this.#state === 'closed') return new AppError('unavailable');
    const waitMs = this.#retryAtMs - performance.now();
    if (waitMs > 0) return engineFailed(waitMs);
    return this.#queue.size >= this.#options.maxQueuedMessages
      ? new AppError('too_many_requests', { retryAfterSeconds: 1 })
      : undefined;
  }

  #pump(): void {
    const pipeline = this.#pipeline;
    if (!pipeline || this.#state !== 'ready') return;
    for (let next = this.#queue.next(pipeline); next; next = this.#queue.next(pipeline)) {
      pipeline.write(next);
      next.onWritten?.();
      this.#meter.noteBatch(pipeline.inFlightCount, this.#labels);
    }
  }

  #noteAnswer(message: QueuedMessage): void {
    this.#breakdownsInARow = 0;
    this.#lastUsedMs = performance.now();
    if (message.isSuspect) this.#queue.letOthersGoFirst();
    this.#pump();
    if (this.isIdle) this.#budget.noteChange();
  }

  async #start(): Promise<void> {
    this.#state = 'starting';
    const { maxMemoryBytes, mayExceedAlone } = this.#options;
    const bytes = mayExceedAlone ? Math.min(this.#memoryBytes, maxMemoryBytes) : this.#memoryBytes;
    // Those who waited for the pipeline may have gone; others need the memory.
    const isWanted = (): boolean => this.#queue.size > 0;
    const { memoryWaitMs } = this.#options;
    const hasRoom = await this.#budget.reserve(this, bytes, memoryWaitMs, isWanted);
    if (this.#state !== 'starting') {
      this.#budget.release(this);
    } else if (!isWanted()) {
      this.#budget.release(this);
      this.#state = 'stopped';
    } else if (hasRoom) {
      this.#spawn();
    } else if (bytes > maxMemoryBytes) {
      this.#giveUp(
        `needs ${megabytes(bytes)} MB, but all pipelines together may take ${megabytes(maxMemoryBytes)} MB`,
      );
    } else {
      this.#state = 'stopped';
      this.#rejectWaiting(new AppError('too_many_requests', { retryAfterSeconds: 2 }));
    }
  }

  #spawn(): void {
    const startedMs = performance.now();
    const pipeline = new Pipeline<QueuedMessage>(
      { ...this.#options, script: this.mode.script },
      (inFlight, reason) => this.#handleBreakdown(inFlight, reason),
    );
    this.#pipeline = pipeline;
    pipeline.write({
      body: PROBE,
      signal: NEVER,
      isSuspect: false,
      failures: 0,
      maxFailures: 1,
      reject() {},
      onAnswer: (output) => {
        if (/\p{L}/u.test(output)) {
          this.#handleStarted(performance.now() - startedMs);
        } else {
          pipeline.kill();
          this.#handleFailedStart('it answers with nothing');
        }
      },
    });
  }

  #handleStarted(tookMs: number): void {
    this.#state = 'ready';
    this.#failedStarts = 0;
    this.#isProven = true;
    this.#problem = undefined;
    this.#lastUsedMs = performance.now();
    const fields = { mode: this.mode.name, tookMs: Math.round(tookMs) };
    this.#log.debug(fields, 'Apertium pipeline started');
    void this.measure();
    this.#pump();
    if (this.isIdle) this.#budget.noteChange();
  }

  get #maxFailedStarts(): number {
    return this.#isProven ? MAX_FAILED_STARTS_ONCE_PROVEN : MAX_FAILED_STARTS;
  }

  #handleFailedStart(reason: string): void {
    this.#failedStarts += 1;
    if (this.#failedStarts < this.#maxFailedStarts && this.#queue.size > 0) this.#spawn();
    else this.#giveUp(`does not start: ${reason}`);
  }

  #handleBreakdown(inFlight: readonly QueuedMessage[], reason: string): void {
    if (this.#state === 'starting') {
      this.#handleFailedStart(`${reason}. ${this.#pipeline?.startDiagnostics ?? ''}`.trim());
      return;
    }
    const fields = { mode: this.mode.name, reason };
    this.#log.warn(fields, 'Apertium pipeline broke; messages in flight are sent again');
    this.#pipeline = undefined;
    this.#breakdownsInARow += 1;
    this.#restarts += 1;
    const [culprit, ...innocent] = inFlight;
    this.#queue.pushAgain(innocent);
    this.#queue.letOthersGoFirst();
    if (culprit) this.#tryAgainOrRefuse(culprit, reason);
    if (this.#breakdownsInARow >= MAX_BREAKDOWNS_IN_A_ROW) {
      this.#breakdownsInARow = 0;
      this.#giveUp(`breaks on whatever it is sent: ${reason}`);
    } else if (this.#queue.size > 0) {
      this.#state = 'starting';
      this.#spawn();
    } else {
      this.#state = 'stopped';
      this.#budget.release(this);
    }
  }

  #tryAgainOrRefuse(culprit: QueuedMessage, reason: string): void {
    culprit.failures += 1;
    if (culprit.failures >= culprit.maxFailures) {
      culprit.reject(new MessageRefusedError(reason));
    } else {
      culprit.isSuspect = true;
      this.#queue.push(culprit);
    }
  }

  #giveUp(problem: string): void {
    const doublings = Math.min(Math.max(0, this.#failedStarts - this.#maxFailedStarts), 16);
    const maxBackoffMs = this.#isProven ? MAX_BACKOFF_ONCE_PROVEN_MS : MAX_BACKOFF_MS;
    const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** doublings, maxBackoffMs);
    this.#pipeline = undefined;
    this.#state = 'stopped';
    this.#problem = problem;
    this.#retryAtMs = performance.now() + backoffMs;
    this.#budget.release(this);
    this.#log.error({ mode: this.mode.name, problem, backoffMs }, 'Apertium pipeline given up');
    this.#rejectWaiting(engineFailed(backoffMs));
  }

  #rejectWaiting(reason: AppError): void {
    for (const message of this.#queue.clear()) message.reject(reason);
  }
}

// Measured over eleven modes of 1 to 15 MB: the processes' PSS is 40 to 46 times the files' size.
const estimatedMemoryBytes = (dataBytes: number): number => 45 * dataBytes + 8 * MEBIBYTE;

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

const engineFailed = (retryAfterMs: number): AppError =>
  new AppError('engine_failed', {
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  });
