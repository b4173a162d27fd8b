import { FairQueue, type Waiting } from '../../host/fair-queue.js';
import type { LineToTranslate, TranslatedLine } from './protocol.js';

/** One line on its way through a model. */
export interface Line extends Waiting {
  readonly request: LineToTranslate;
  /** By estimate. */
  readonly tokens: number;
  /** Called whenever it is taken from the queue. */
  readonly onTaken: () => void;
  readonly resolve: (translation: TranslatedLine) => void;
  /** How often a worker was lost while it had this line. */
  losses: number;
}

/** The lines waiting for one model. */
export class LineQueue {
  readonly #waiting = new FairQueue<Line>();
  /** Lines a worker was lost with: each goes alone, so that a culprit takes no other along. */
  #suspects: Line[] = [];

  get size(): number {
    return this.#waiting.size + this.#suspects.length;
  }

  push(line: Line): void {
    this.#waiting.push(line);
  }

  pushSuspect(line: Line): void {
    this.#suspects.push(line);
  }

  /**
   * The next batch, one line of each caller in turn; empty where nobody waits any more.
   *
   * @param maxTokens of all its lines together; a line with more goes alone
   */
  take(maxLines: number, maxTokens: number): readonly Line[] {
    this.#suspects = this.#suspects.filter(({ signal }) => !signal.aborted);
    const suspect = this.#suspects.shift();
    if (suspect) return [suspect];
    const batch: Line[] = [];
    let tokens = 0;
    for (let next = this.#waiting.next(); next; next = this.#waiting.next()) {
      tokens += next.tokens;
      if (batch.length === maxLines || (batch.length > 0 && tokens > maxTokens)) break;
      batch.push(next);
      this.#waiting.take();
    }
    return batch;
  }

  clear(): readonly Line[] {
    const lines = [...this.#waiting.clear(), ...this.#suspects];
    this.#suspects = [];
    return lines;
  }
}
