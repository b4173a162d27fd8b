import { PROCESS_BYTES } from '../models/model-catalog.js';
import type { EngineWorker, HeldModel } from '../process/engine-worker.js';

/** Which models a process holds, within the memory that all together may take. */
export class ModelRoom {
  /** Models that get no more lines, because another one needs their room. */
  readonly #leaving = new Set<string>();
  readonly #maxBytes: number;
  readonly #mayLeave: (modelKey: string, held: HeldModel) => boolean;

  /** @param mayLeave whether a loaded model may be unloaded now */
  constructor(maxBytes: number, mayLeave: (modelKey: string, held: HeldModel) => boolean) {
    this.#maxBytes = maxBytes;
    this.#mayLeave = mayLeave;
  }

  isLeaving(modelKey: string): boolean {
    return this.#leaving.has(modelKey);
  }

  /** Whether a model fits without any other. */
  fitsAlone(residentBytes: number): boolean {
    return PROCESS_BYTES + residentBytes <= this.#maxBytes;
  }

  /** Unloads the least recently used models. False while those still have work to finish. */
  make(worker: EngineWorker, residentBytes: number): boolean {
    for (;;) {
      const used = [...worker.models.values()].reduce((sum, row) => sum + row.residentBytes, 0);
      if (PROCESS_BYTES + used + residentBytes <= this.#maxBytes) return true;
      const [oldest] = [...worker.models]
        .filter(([key, held]) => held.isLoaded && this.#mayLeave(key, held))
        .sort(([, one], [, other]) => one.lastUsedMs - other.lastUsedMs);
      if (!oldest) return false;
      const [key] = oldest;
      this.#leaving.add(key);
      if (worker.isUsing(key)) return false;
      this.#leaving.delete(key);
      worker.unload(key);
    }
  }

  /**
   * No model has to leave. Who has to is found out again each time, by {@link ModelRoom.make}: the
   * one that needed the room may not be wanted any more, and the one in its place may be.
   */
  keepAll(): void {
    this.#leaving.clear();
  }
}
