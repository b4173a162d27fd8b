import { FairQueue } from '../../host/fair-queue.js';
import type { LineToTranslate, TranslatedLine } from './protocol.js';

/** One caller's batch; what it still waits for can be dropped together. */
export interface Lane {
  /** Set once the caller waits no more. */
  closedBecause: unknown;
  /** Called then, at once. */
  onClose?: (reason: unknown) => void;
}

/** One line on its way through a model. */
export interface Line {
  readonly lane: Lane;
  readonly request: LineToTranslate;
  /** By estimate. */
  readonly tokens: number;
  /** Called whenever it is taken from the queue. */
  readonly onTaken: () => void;
  readonly resolve: (translation: TranslatedLine) => void;
  readonly reject: (reason: unknown) => void;
  /** How often a worker was lost while it had this line. */
  losses: number;
}

/** The lines waiting for one model. */
export class LineQueue {
  readonly #waiting = new FairQueue<Lane, Line>();
  /** Lines a worker was lost with: each goes alone, so that a culprit takes no other along. */
  #suspects: Line[] = [];
  #tokens = 0;

  get size(): number {
    return this.#waiting.size + this.#suspects.length;
  }

  /** Tokens of all waiting lines. */
  get tokens(): number {
    return this.#tokens;
  }

  push(line: Line): void {
    this.#waiting.push(line.lane, line);
    this.#tokens += line.tokens;
  }

  pushSuspect(line: Line): void {
    this.#suspects.push(line);
    this.#tokens += line.tokens;
  }

  /** The next batch: at least one line where there is one, one of each caller in turn. */
  take(maxLines: number, maxTokens: number): readonly Line[] {
    const suspect = this.#suspects.shift();
    if (suspect) return [this.#leave(suspect)];
    const batch: Line[] = [];
    let tokens = 0;
    while (batch.length < maxLines && tokens < maxTokens) {
      const line = this.#waiting.take();
      if (!line) break;
      batch.push(this.#leave(line));
      tokens += line.tokens;
    }
    return batch;
  }

  /** Takes out and returns everything a caller waits for. */
  drop(lane: Lane): readonly Line[] {
    const suspects = this.#suspects.filter((line) => line.lane === lane);
    this.#suspects = this.#suspects.filter((line) => line.lane !== lane);
    return [...this.#waiting.drop(lane), ...suspects].map((line) => this.#leave(line));
  }

  clear(): readonly Line[] {
    const lines = [...this.#waiting.clear(), ...this.#suspects];
    this.#suspects = [];
    this.#tokens = 0;
    return lines;
  }

  #leave(line: Line): Line {
    this.#tokens -= line.tokens;
    return line;
  }
}
