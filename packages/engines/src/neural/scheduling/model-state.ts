import type { AppError } from '@dragoman/contract';
import type { EngineLabels } from '@dragoman/core';
import { FairQueue, type QueueEntry } from '../../host/fair-queue.js';
import { AlignmentRecord } from '../alignment/alignment-record.js';
import type { ScheduledModel } from '../models/model-catalog.js';
import type { LineToTranslate, TranslatedLine } from '../process/protocol.js';

/** One line on its way through a model. */
export interface QueuedLine extends QueueEntry {
  readonly request: LineToTranslate;
  /** Called whenever it is taken from the queue. */
  readonly onTaken: () => void;
  readonly resolve: (translation: TranslatedLine) => void;
  /** How often a process was lost while it had this line. */
  losses: number;
}

const FIRST_PAUSE_MS = 10_000;

/** One model with what waits for it and how it fares. */
export class ModelState {
  readonly model: ScheduledModel;
  readonly queue = new FairQueue<QueuedLine>();
  readonly alignment = new AlignmentRecord();
  /** Processes lost with this model since it last answered. */
  losses = 0;
  #failure: { readonly reason: string; readonly untilMs: number } | undefined;
  #failuresInARow = 0;

  constructor(model: ScheduledModel) {
    this.model = model;
  }

  get key(): string {
    return this.model.toLoad.id;
  }

  get labels(): EngineLabels {
    return { engine: 'neural', pair: this.model.pair };
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
  retryIfDue(nowMs: number): boolean {
    if (this.#failure === undefined || this.#failure.untilMs > nowMs) return false;
    this.#failure = undefined;
    this.losses = 0;
    return true;
  }

  rejectAll(error: AppError): void {
    for (const line of this.queue.clear()) line.reject(error);
  }
}

/** How many translations of a line are kept at a step, on average: most are given up early. */
export const rowsOf = ({ model }: ModelState): number => Math.ceil(model.toLoad.beamSize / 2);
