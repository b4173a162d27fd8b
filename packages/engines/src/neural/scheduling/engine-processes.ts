import type { Logger } from '@dragoman/core';
import type { NeuralOptions } from '../options.js';
import type { StartProcess } from '../process/engine-process.js';
import { EngineWorker } from '../process/engine-worker.js';
import type { EngineChoice } from '../student/choose-engine.js';

interface ProcessesEvents {
  /** One is ready, or has answered. */
  onProgress(): void;
  /** One has ended, and not because it was wanted. */
  onLost(worker: EngineWorker, reason: string): void;
}

const MAX_FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 10_000;

/** Stops a machine that can start no process from trying without end. */
class StartGuard {
  #failures = 0;
  #problem: string | undefined;
  #pausedUntilMs = 0;

  /** Why no process could be started lately; undefined while they can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  mayStart(nowMs: number): boolean {
    return nowMs >= this.#pausedUntilMs;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#problem = undefined;
  }

  noteFailure(reason: string, nowMs: number): void {
    this.#failures += 1;
    this.#problem = reason;
    if (this.#failures >= MAX_FAILURES_IN_A_ROW) this.#pausedUntilMs = nowMs + PAUSE_MS;
  }
}

/**
 * The processes with an engine in them: the main one, and one for lines that must be alone because
 * another process was lost with them. Remembers which build runs, and pauses where none starts.
 */
export class EngineProcesses {
  readonly #startProcess: StartProcess;
  readonly #options: NeuralOptions;
  readonly #log: Logger;
  readonly #events: ProcessesEvents;
  readonly #guard = new StartGuard();
  readonly #ending = new Set<Promise<void>>();
  #main: EngineWorker | undefined;
  #trial: EngineWorker | undefined;
  #losses = 0;
  #isClosed = false;
  #choice: EngineChoice | undefined;
  #refusal: string | undefined;

  constructor(
    startProcess: StartProcess,
    options: NeuralOptions,
    log: Logger,
    events: ProcessesEvents,
  ) {
    this.#startProcess = startProcess;
    this.#options = options;
    this.#log = log;
    this.#events = events;
  }

  get main(): EngineWorker | undefined {
    return this.#main;
  }

  get running(): readonly EngineWorker[] {
    return [this.#main, this.#trial].filter((worker) => worker !== undefined);
  }

  /** Which build of the engine runs; undefined before a process did. */
  get choice(): EngineChoice | undefined {
    return this.#choice;
  }

  /** Why none could be started lately; undefined while they can. */
  get startProblem(): string | undefined {
    return this.#guard.problem;
  }

  /** How many were lost. */
  get losses(): number {
    return this.#losses;
  }

  /**
   * @param onSettled called once it is ready or lost
   * @returns false where it runs already, all were ended, or it is too early to try again after a failure
   */
  startMain(onSettled: () => void = () => {}): boolean {
    if (this.#main || !this.#mayStart()) return false;
    this.#main = this.#start(this.#options.threadCount, onSettled);
    return true;
  }

  /** The process for lines that must be alone; undefined where none can be started. */
  async startTrial(): Promise<EngineWorker | undefined> {
    if (this.#trial?.isReady) return this.#trial;
    if (!this.#mayStart()) return undefined;
    await new Promise<void>((resolve) => {
      this.#trial = this.#start(1, resolve);
    });
    return this.#trial;
  }

  endTrial(): void {
    if (this.#trial) this.end(this.#trial);
  }

  end(worker: EngineWorker): void {
    // What kept the native engine from starting may have passed when the next process is needed.
    if (worker === this.#main && worker.wasReady) this.#refusal = undefined;
    this.#forget(worker);
    const ended = worker.end();
    this.#ending.add(ended);
    void ended.finally(() => this.#ending.delete(ended));
  }

  /** Ends all for good, and waits for those that were ended before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const worker of this.running) this.end(worker);
    await Promise.all(this.#ending);
  }

  #mayStart(): boolean {
    return !this.#isClosed && this.#guard.mayStart(performance.now());
  }

  #start(threadCount: number, onSettled: () => void): EngineWorker {
    const { mode, rowsPerThread } = this.#options;
    const refusal = this.#refusal;
    const worker: EngineWorker = new EngineWorker(
      this.#startProcess,
      { mode, threadCount, rowsPerThread, ...(refusal !== undefined && { refusal }) },
      this.#options,
      {
        onReady: (choice) => {
          this.#guard.noteSuccess();
          if (this.#choice?.reason !== choice.reason) {
            this.#log.info({ engine: choice.kind, reason: choice.reason }, 'neural engine chosen');
          }
          this.#choice = choice;
          onSettled();
        },
        onProgress: () => this.#events.onProgress(),
        onLost: (reason) => {
          this.#lose(worker, reason);
          onSettled();
        },
      },
    );
    return worker;
  }

  /** @returns whether it was wanted until now */
  #forget(worker: EngineWorker): boolean {
    const isWanted = this.running.includes(worker);
    if (this.#main === worker) this.#main = undefined;
    if (this.#trial === worker) this.#trial = undefined;
    return isWanted;
  }

  #lose(worker: EngineWorker, reason: string): void {
    if (!this.#forget(worker)) return;
    this.#losses += 1;
    if (!worker.wasReady) {
      this.#guard.noteFailure(reason, performance.now());
      this.#log.error({ reason }, 'engine process did not start');
      // What ends a process while it loads the native engine cannot be told from inside of it.
      if (this.#options.mode === 'auto') this.#refusal ??= `the process ${reason}`;
    }
    this.#events.onLost(worker, reason);
  }
}
