import { requestSignalOf } from '@dragoman/core';

/** Something that waits for a caller. */
export interface QueueEntry {
  /** The caller's signal, or that of one of its batches: aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  reject(reason: unknown): void;
}

/** Nobody passes more callers at once: looking for one takes no longer, however many there are. */
const MAX_PASSED = 64;

/** What waits for a caller, by the signals of its batches, in order. */
interface Waiting<Item> {
  readonly bySignal: Map<AbortSignal, Item[]>;
  count: number;
}

/**
 * A queue shared by several callers: each `take` serves the next caller in turn, one item at a time,
 * so a caller with one item waits for at most one item of every other. A caller's batches are served
 * one after the other, the items of each first in, first out. When a signal aborts, its items leave
 * the queue and are rejected.
 */
export class FairQueue<Item extends QueueEntry> {
  readonly #byCaller = new Map<AbortSignal, Waiting<Item>>();
  /** Callers with items, the next to serve first. */
  readonly #turns: AbortSignal[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items a caller has. */
  countOf(caller: AbortSignal): number {
    return this.#byCaller.get(caller)?.count ?? 0;
  }

  /** @param item its signal is not aborted yet */
  push(item: Item): void {
    const { signal } = item;
    const caller = requestSignalOf(signal);
    let waiting = this.#byCaller.get(caller);
    if (!waiting) {
      waiting = { bySignal: new Map(), count: 0 };
      this.#byCaller.set(caller, waiting);
      this.#turns.push(caller);
    }
    this.#size += 1;
    waiting.count += 1;
    const items = waiting.bySignal.get(signal);
    if (items) {
      items.push(item);
      return;
    }
    waiting.bySignal.set(signal, [item]);
    // A listener that a signal has already is not added again.
    signal.addEventListener('abort', this.#onAbort);
  }

  /** What {@link FairQueue.take} would take. */
  next(): Item | undefined {
    const [caller] = this.#turns;
    const [items] = (caller && this.#byCaller.get(caller)?.bySignal.values()) ?? [];
    return items?.[0];
  }

  /**
   * Lets a caller pass those before it: the first one for whom `mayPass` is true.
   *
   * @returns whether it passed any
   */
  letPass(mayPass: (caller: AbortSignal) => boolean): boolean {
    const place = this.#turns.slice(0, MAX_PASSED).findIndex(mayPass);
    if (place <= 0) return false;
    this.#turns.unshift(...this.#turns.splice(place, 1));
    return true;
  }

  take(): Item | undefined {
    const caller = this.#turns.shift();
    const waiting = caller && this.#byCaller.get(caller);
    const [batch] = waiting?.bySignal ?? [];
    if (!waiting || !batch) return undefined;
    const [signal, items] = batch;
    const item = items.shift();
    this.#size -= 1;
    waiting.count -= 1;
    if (items.length === 0) {
      waiting.bySignal.delete(signal);
      signal.removeEventListener('abort', this.#onAbort);
    }
    if (waiting.count > 0) this.#turns.push(caller);
    else this.#byCaller.delete(caller);
    return item;
  }

  /** Empties the queue and returns everything it held. */
  clear(): readonly Item[] {
    const batches = [...this.#byCaller.values()].flatMap(({ bySignal }) => [...bySignal]);
    for (const [signal] of batches) signal.removeEventListener('abort', this.#onAbort);
    this.#byCaller.clear();
    this.#turns.length = 0;
    this.#size = 0;
    return batches.flatMap(([, items]) => items);
  }

  readonly #onAbort = ({ target }: Event): void => {
    const signal = target as AbortSignal;
    const caller = requestSignalOf(signal);
    const waiting = this.#byCaller.get(caller);
    const items = waiting?.bySignal.get(signal);
    if (!waiting || !items) return;
    waiting.bySignal.delete(signal);
    waiting.count -= items.length;
    this.#size -= items.length;
    if (waiting.count === 0) {
      this.#byCaller.delete(caller);
      this.#turns.splice(this.#turns.indexOf(caller), 1);
    }
    for (const item of items) item.reject(signal.reason);
  };
}

interface Claim extends QueueEntry {
  start(): void;
}

/** Bounds how much work runs at the same time; other work waits in a queue that is fair to callers. */
export class CallerQueue {
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
