import { FairQueue, type QueueEntry } from './fair-queue.js';

interface Claim extends QueueEntry {
  start(): void;
}

/** Bounds how many calls run at the same time; the others wait in a queue that is fair to callers. */
export class Slots {
  readonly #queue = new FairQueue<Claim>();
  readonly #limit: number;
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** @throws the signal's reason where it aborts before the work could start */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running >= this.#limit) {
      await new Promise<void>((start, reject) => this.#queue.push({ signal, start, reject }));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#queue.take();
      if (next) next.start();
      else this.#running -= 1;
    }
  }
}
