import { AppError } from '@dragoman/contract/errors';
import type { ModelState, QueuedLine } from './model-state.js';
import type { EngineWorker } from './process/engine-worker.js';
import type { TranslatedLine } from './process/protocol.js';

/** A line that a process has, or had when it was lost. */
export interface Flight {
  readonly line: QueuedLine;
  readonly state: ModelState;
  worker?: EngineWorker | undefined;
  id?: number | undefined;
  isOver: boolean;
  /** Called when its caller has gone. */
  onDropped?: () => void;
}

/** The lines of all callers that processes have; they leave the batches when their caller goes. */
export class Flights {
  readonly #byCaller = new Map<AbortSignal, Set<Flight>>();
  readonly #onDropped: () => void;

  /** @param onDropped called when lines have left the batches */
  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  /** How many lines of a caller are running. */
  countOf(caller: AbortSignal): number {
    return this.#byCaller.get(caller)?.size ?? 0;
  }

  take(flight: Flight): void {
    const { signal } = flight.line;
    const flights = this.#byCaller.get(signal);
    if (flights) flights.add(flight);
    else {
      this.#byCaller.set(signal, new Set([flight]));
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  /** Settles a line that a process has or had. */
  land(flight: Flight, outcome: TranslatedLine | AppError): void {
    if (flight.isOver) return;
    flight.isOver = true;
    const { line } = flight;
    const flights = this.#byCaller.get(line.signal);
    flights?.delete(flight);
    if (flights?.size === 0) {
      this.#byCaller.delete(line.signal);
      line.signal.removeEventListener('abort', this.#onAbort);
    }
    if (outcome instanceof AppError) line.reject(outcome);
    else line.resolve(outcome);
  }

  readonly #onAbort = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    const flights = this.#byCaller.get(signal) ?? [];
    this.#byCaller.delete(signal);
    for (const flight of flights) {
      flight.isOver = true;
      flight.line.reject(signal.reason);
      if (flight.worker && flight.id !== undefined) flight.worker.drop(flight.id);
      flight.onDropped?.();
    }
    this.#onDropped();
  };
}
