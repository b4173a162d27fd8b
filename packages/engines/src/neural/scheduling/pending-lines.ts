import { AppError } from '@dragoman/contract/errors';
import { requestSignalOf } from '@dragoman/core';
import type { EngineWorker } from '../process/engine-worker.js';
import type { TranslatedLine } from '../process/protocol.js';
import type { ModelState, QueuedLine } from './model-state.js';

/** A line that a process has, or had when it was lost. */
export interface LineInProcess {
  readonly line: QueuedLine;
  readonly state: ModelState;
  worker?: EngineWorker | undefined;
  id?: number | undefined;
  isOver: boolean;
  /** Called when its caller has gone. */
  onDropped?: () => void;
}

/** The lines of all callers that processes have; they leave the batches when their caller goes. */
export class PendingLines {
  readonly #bySignal = new Map<AbortSignal, Set<LineInProcess>>();
  readonly #counts = new Map<AbortSignal, number>();
  readonly #onDropped: () => void;

  /** @param onDropped called when lines have left the batches */
  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  /** How many lines of a caller are running. */
  countOf(caller: AbortSignal): number {
    return this.#counts.get(caller) ?? 0;
  }

  take(running: LineInProcess): void {
    const { signal } = running.line;
    this.#count(signal, 1);
    const lines = this.#bySignal.get(signal);
    if (lines) lines.add(running);
    else {
      this.#bySignal.set(signal, new Set([running]));
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  /** Settles a line that a process has or had. */
  settle(running: LineInProcess, outcome: TranslatedLine | AppError): void {
    if (running.isOver) return;
    running.isOver = true;
    const { line } = running;
    const lines = this.#bySignal.get(line.signal);
    if (lines?.delete(running)) this.#count(line.signal, -1);
    if (lines?.size === 0) {
      this.#bySignal.delete(line.signal);
      line.signal.removeEventListener('abort', this.#onAbort);
    }
    if (outcome instanceof AppError) line.reject(outcome);
    else line.resolve(outcome);
  }

  #count(signal: AbortSignal, more: number): void {
    const caller = requestSignalOf(signal);
    const count = this.countOf(caller) + more;
    if (count > 0) this.#counts.set(caller, count);
    else this.#counts.delete(caller);
  }

  readonly #onAbort = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    const lines = this.#bySignal.get(signal) ?? new Set();
    this.#bySignal.delete(signal);
    this.#count(signal, -lines.size);
    for (const running of lines) {
      running.isOver = true;
      running.line.reject(signal.reason);
      if (running.worker && running.id !== undefined) running.worker.drop(running.id);
      running.onDropped?.();
    }
    this.#onDropped();
  };
}
