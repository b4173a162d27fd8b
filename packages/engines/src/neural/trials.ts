import { AppError } from '@dragoman/contract/errors';
import type { Flight, Flights } from './flights.js';
import { type ModelState, rowsOf } from './model-state.js';
import type { EngineWorker } from './process/engine-worker.js';
import type { TranslatedLine } from './process/protocol.js';

/** What trials need of the scheduler. */
interface TrialHost {
  /** The process for lines that must be alone; undefined where none can be started. */
  startTrial(): Promise<EngineWorker | undefined>;
  /** There is nothing more to try. */
  endTrial(): void;
  takeAnswer(flight: Flight, translation: TranslatedLine | undefined): void;
  /** A model cannot be loaded. */
  fail(state: ModelState, problem: string): void;
  /** There may be another one to try. */
  onTried(): void;
}

/** Tries lines that a process was lost with, alone and one after the other. */
export class Trials {
  readonly #host: TrialHost;
  readonly #flights: Flights;
  #suspects: Flight[] = [];
  #isTrying = false;

  constructor(host: TrialHost, flights: Flights) {
    this.#host = host;
    this.#flights = flights;
  }

  /** How many lines wait to be tried. */
  get size(): number {
    return this.#suspects.length;
  }

  add(flight: Flight): void {
    this.#suspects.push(flight);
  }

  /** Tries the next one, unless one is being tried. */
  tryNext(): void {
    if (this.#isTrying) return;
    this.#suspects = this.#suspects.filter((flight) => {
      if (flight.state.failedBecause !== undefined) {
        this.#flights.land(flight, new AppError('engine_failed'));
      }
      return !flight.isOver;
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
    for (const flight of this.#suspects) this.#flights.land(flight, new AppError('unavailable'));
  }

  async #tryAlone(flight: Flight): Promise<void> {
    const { state, line } = flight;
    const { toLoad, residentBytes } = state.model;
    const trial = await this.#host.startTrial();
    const problem =
      trial && !trial.models.has(state.key) ? await trial.load(toLoad, residentBytes) : undefined;
    if (flight.isOver) return;
    if (!trial?.models.get(state.key)?.isLoaded) {
      if (problem !== undefined) this.#host.fail(state, problem);
      this.#flights.land(flight, new AppError('engine_failed'));
      return;
    }
    await new Promise<void>((resolve) => {
      const done = (translation: TranslatedLine | undefined): void => {
        this.#host.takeAnswer(flight, translation);
        resolve();
      };
      flight.onDropped = resolve;
      flight.worker = trial;
      const job = { request: line.request, done };
      [flight.id] = trial.translate(state.key, [job], rowsOf(state), false);
    });
  }
}
