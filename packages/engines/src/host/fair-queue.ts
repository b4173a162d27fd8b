/** Something that waits for a caller. */
export interface QueueEntry {
  /** The caller: aborted when nobody waits any more. */
  readonly signal: AbortSignal;
  reject(reason: unknown): void;
}

/** Nobody passes more callers at once: looking for one takes no longer, however many there are. */
const MAX_PASSED = 64;

/**
 * A queue shared by several callers: each `take` serves the next caller in turn, one item at a time,
 * so a caller with one item waits for at most one item of every other. For one caller, first in,
 * first out. When a caller's signal aborts, its items leave the queue and are rejected.
 */
export class FairQueue<Item extends QueueEntry> {
  readonly #itemsByCaller = new Map<AbortSignal, Item[]>();
  /** Callers with items, the next to serve first. */
  readonly #turns: AbortSignal[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** How many items a caller has. */
  countOf(caller: AbortSignal): number {
    return this.#itemsByCaller.get(caller)?.length ?? 0;
  }

  /** @param item its signal is not aborted yet */
  push(item: Item): void {
    const { signal } = item;
    this.#size += 1;
    const items = this.#itemsByCaller.get(signal);
    if (items) {
      items.push(item);
      return;
    }
    this.#itemsByCaller.set(signal, [item]);
    this.#turns.push(signal);
    // A listener that a signal has already is not added again.
    signal.addEventListener('abort', this.#onAbort);
  }

  /** What {@link FairQueue.take} would take. */
  next(): Item | undefined {
    const [caller] = this.#turns;
    return caller && this.#itemsByCaller.get(caller)?.[0];
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
    const items = caller && this.#itemsByCaller.get(caller);
    if (!items) return undefined;
    const item = items.shift();
    this.#size -= 1;
    if (items.length > 0) this.#turns.push(caller);
    else this.#itemsByCaller.delete(caller);
    return item;
  }

  /** Empties the queue and returns everything it held. */
  clear(): readonly Item[] {
    const items = [...this.#itemsByCaller.values()].flat();
    this.#itemsByCaller.clear();
    this.#turns.length = 0;
    this.#size = 0;
    return items;
  }

  readonly #onAbort = ({ target }: Event): void => {
    const caller = target as AbortSignal;
    const items = this.#itemsByCaller.get(caller);
    if (!items) return;
    this.#itemsByCaller.delete(caller);
    this.#turns.splice(this.#turns.indexOf(caller), 1);
    this.#size -= items.length;
    for (const item of items) item.reject(caller.reason);
  };
}

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
