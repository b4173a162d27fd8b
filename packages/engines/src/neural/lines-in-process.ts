import { AppError } from '@dragoman/contract/errors';
import type { ModelState, QueuedLine } from './model-state.js';
import type { EngineWorker } from './process/engine-worker.js';
import type { TranslatedLine } from './process/protocol.js';

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
export class LinesInProcess {
  readonly #byCaller = new Map<AbortSignal, Set<LineInProcess>>();
  readonly #onDropped: () => void;

  /** @param onDropped called when lines have left the batches */
  constructor(onDropped: () => void) {
    this.#onDropped = onDropped;
  }

  /** How many lines of a caller are running. */
  countOf(caller: AbortSignal): number {
    return this.#byCaller.get(caller)?.size ?? 0;
  }

  take(running: LineInProcess): void {
    const { signal } = running.line;
    const lines = this.#byCaller.get(signal);
    if (lines) lines.add(running);
    else {
      this.#byCaller.set(signal, new Set([running]));
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  /** Settles a line that a process has or had. */
  settle(running: LineInProcess, outcome: TranslatedLine | AppError): void {
    if (running.isOver) return;
    running.isOver = true;
    const { line } = running;
    const lines = this.#byCaller.get(line.signal);
    lines?.delete(running);
    if (lines?.size === 0) {
      this.#byCaller.delete(line.signal);
      line.signal.removeEventListener('abort', this.#onAbort);
    }
    if (outcome instanceof AppError) line.reject(outcome);
    else line.resolve(outcome);
  }

  readonly #onAbort = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    const lines = this.#byCaller.get(signal) ?? [];
    this.#byCaller.delete(signal);
    for (const running of lines) {
      running.isOver = true;
      running.line.reject(signal.reason);
      if (running.worker && running.id !== undefined) running.worker.drop(running.id);
      running.onDropped?.();
    }
    this.#onDropped();
  };
}
