import type { AppError } from '@dragoman/contract';
import type { EngineLabels } from '@dragoman/core';
import { AlignmentRecord } from '../alignment/alignment-record.js';
import type { ModelMemory } from '../models/files/model-memory.js';
import { LineQueue } from './line-queue.js';
import type { PlacedModel } from './placement.js';
import type { ModelToLoad } from './protocol.js';

/** A model as the scheduler needs it. Its key, `toLoad.id`, differs once its files were replaced. */
export interface ScheduledModel {
  readonly toLoad: ModelToLoad;
  /** For metrics: `en-es`, or several with commas between. */
  readonly pair: string;
  readonly memory: ModelMemory;
}

// Lines that had to wait lately before one more worker for them is worth its memory.
const WAITING_LINES_PER_WORKER = 16;
const WAITING_FADES_IN_MS = 2000;
const FIRST_PAUSE_MS = 10_000;

/** One model with what waits for it and how it fares. */
export class ModelState implements PlacedModel {
  readonly model: ScheduledModel;
  readonly queue = new LineQueue();
  readonly alignment = new AlignmentRecord();
  /** Workers lost with this model since it last answered. */
  losses = 0;
  #waited = 0;
  #waitedAtMs = 0;
  #failure: { readonly reason: string; readonly untilMs: number } | undefined;
  #failuresInARow = 0;

  constructor(model: ScheduledModel) {
    this.model = model;
  }

  get key(): string {
    return this.model.toLoad.id;
  }

  get labels(): EngineLabels {
    return { engine: 'bergamot', pair: this.model.pair };
  }

  get memory(): ModelMemory {
    return this.model.memory;
  }

  /** Beside other models, it may be the room that lacks. */
  get needsOwnWorker(): boolean {
    return this.losses > 0;
  }

  /** Counts a line that found no idle worker with the model. */
  noteWaiting(nowMs: number): void {
    this.#waited = this.#waitedLately(nowMs) + 1;
    this.#waitedAtMs = nowMs;
  }

  /** Whether enough lines had to wait lately to keep one worker more than `workers` busy. */
  isPressing(nowMs: number, workers: number): boolean {
    return this.#waitedLately(nowMs) >= WAITING_LINES_PER_WORKER * workers;
  }

  #waitedLately(nowMs: number): number {
    return this.#waited * Math.exp((this.#waitedAtMs - nowMs) / WAITING_FADES_IN_MS);
  }

  /** Why the model is out of use; undefined while it is not. */
  get failedBecause(): string | undefined {
    return this.#failure?.reason;
  }

  /**
   * Takes the model out of use and refuses what waits for it. Whatever ended its processes may be
   * over soon, so the first pause is short, and each one in a row twice as long.
   *
   * @param maxPauseMs the longest pause
   */
  fail(reason: string, error: AppError, nowMs: number, maxPauseMs: number): void {
    const pauseMs = Math.min(maxPauseMs, FIRST_PAUSE_MS * 2 ** this.#failuresInARow);
    this.#failure = { reason, untilMs: nowMs + pauseMs };
    this.#failuresInARow++;
    this.rejectAll(error);
  }

  /** The model translated something. */
  noteSuccess(): void {
    this.losses = 0;
    this.#failuresInARow = 0;
  }

  /** Puts a model back to use that failed long enough ago. True when it was. */
  forgive(nowMs: number): boolean {
    if (this.#failure === undefined || this.#failure.untilMs > nowMs) return false;
    this.#failure = undefined;
    this.losses = 0;
    return true;
  }

  rejectAll(error: AppError): void {
    for (const line of this.queue.clear()) line.reject(error);
  }
}
