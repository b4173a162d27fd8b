import { AppError } from '@dragoman/contract/errors';
import type { EngineWorker } from '../process/engine-worker.js';
import type { TranslatedLine } from '../process/protocol.js';
import { type ModelState, rowsOf } from './model-state.js';
import type { LineInProcess, PendingLines } from './pending-lines.js';

/** What trials need of the scheduler. */
interface TrialHost {
  /** The process for lines that must be alone; undefined where none can be started. */
  startTrial(): Promise<EngineWorker | undefined>;
  /** There is nothing more to try. */
  endTrial(): void;
  takeAnswer(running: LineInProcess, translation: TranslatedLine | undefined): void;
  /** A model cannot be loaded. */
  fail(state: ModelState, problem: string): void;
  /** There may be another one to try. */
  onTried(): void;
}

/** Tries lines that a process was lost with, alone and one after the other. */
export class Trials {
  readonly #host: TrialHost;
  readonly #running: PendingLines;
  #suspects: LineInProcess[] = [];
  #isTrying = false;

  constructor(host: TrialHost, lines: PendingLines) {
    this.#host = host;
    this.#running = lines;
  }

  /** How many lines wait to be tried. */
  get size(): number {
    return this.#suspects.length;
  }

  add(running: LineInProcess): void {
    this.#suspects.push(running);
  }

  /** Tries the next one, unless one is being tried. */
  tryNext(): void {
    if (this.#isTrying) return;
    this.#suspects = this.#suspects.filter((running) => {
      if (running.state.failedBecause !== undefined) {
        this.#running.settle(running, new AppError('engine_failed'));
      }
      return !running.isOver;
    });
    const next = this.#suspects.shift();
    if (next) {
      this.#isTrying = true;
      void this.#tryAlone(next).finally(() => {
        this.#isTrying = false;
        this.#host.onTried();
      });
    } else this.#host.endTrial();
  }

  /** Refuses what waits. */
  close(): void {
    for (const running of this.#suspects)
      this.#running.settle(running, new AppError('unavailable'));
  }

  async #tryAlone(running: LineInProcess): Promise<void> {
    const { state, line } = running;
    const { toLoad, residentBytes } = state.model;
    const trial = await this.#host.startTrial();
    const problem =
      trial && !trial.models.has(state.key) ? await trial.load(toLoad, residentBytes) : undefined;
    if (running.isOver) return;
    if (!trial?.models.get(state.key)?.isLoaded) {
      if (problem !== undefined) this.#host.fail(state, problem);
      this.#running.settle(running, new AppError('engine_failed'));
      return;
    }
    await new Promise<void>((resolve) => {
      const done = (translation: TranslatedLine | undefined): void => {
        this.#host.takeAnswer(running, translation);
        resolve();
      };
      running.onDropped = resolve;
      running.worker = trial;
      const job = { request: line.request, done };
      [running.id] = trial.translate(state.key, [job], rowsOf(state), false);
    });
  }
}
