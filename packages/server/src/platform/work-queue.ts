/** Work that waits for its turn. */
interface QueuedWork {
  /** Owners get their turns one after the other, however much each has waiting. */
  readonly ownerId: string;
  /** Smaller work of any owner goes first. @default 0 */
  readonly size?: number;
}

/** How much work runs at the same time. */
export interface WorkLimits {
  /** A function where it depends on the moment. */
  readonly all: number | (() => number);
  /** @default any number, of all */
  readonly perOwner?: number;
}

/**
 * Bounds how much work runs at the same time; other work waits for its turn. Owners take turns: the
 * one whose last turn was longest ago is next. (The queues of the engines, `host/fair-queue.ts`, know
 * no owners: a caller is the signal of a request there.)
 */
interface WorkQueue {
  /**
   * Does the work in its turn, which is now if there is room.
   *
   * @param signal work that waits leaves the queue when it aborts; work that runs goes on
   * @throws the reason of the signal, and what the work throws
   */
  run<Result>(
    queued: QueuedWork,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result>;
  /**
   * Which one it is among the work that waits, from 1, where all of it has the same size; undefined
   * if it does not wait.
   */
  position(queued: QueuedWork): number | undefined;
}

interface Entry {
  readonly queued: QueuedWork;
  readonly begin: () => void;
}

export const createWorkQueue = ({ all, perOwner = Infinity }: WorkLimits): WorkQueue => {
  const limit = typeof all === 'function' ? all : () => all;
  const entries: Entry[] = [];
  let running = 0;
  const runningByOwner = new Map<string, number>();
  /** When each owner had its last turn, in turns. */
  const lastTurns = new Map<string, number>();
  let turn = 0;

  const turnOf = (ownerId: string): number => lastTurns.get(ownerId) ?? 0;

  const goesBefore = (one: QueuedWork, other: QueuedWork): boolean => {
    const sizes = (one.size ?? 0) - (other.size ?? 0);
    return sizes < 0 || (sizes === 0 && turnOf(one.ownerId) < turnOf(other.ownerId));
  };

  const isFull = (ownerId: string): boolean => (runningByOwner.get(ownerId) ?? 0) >= perOwner;

  const countRunning = (ownerId: string, change: 1 | -1): void => {
    running += change;
    const count = (runningByOwner.get(ownerId) ?? 0) + change;
    if (count === 0) runningByOwner.delete(ownerId);
    else runningByOwner.set(ownerId, count);
  };

  const takeNext = (): Entry | undefined => {
    if (running >= limit()) return undefined;
    let next: Entry | undefined;
    for (const entry of entries) {
      const isEarlier = !next || goesBefore(entry.queued, next.queued);
      if (isEarlier && !isFull(entry.queued.ownerId)) next = entry;
    }
    if (next) entries.splice(entries.indexOf(next), 1);
    return next;
  };

  const beginNext = (): void => {
    for (let next = takeNext(); next; next = takeNext()) next.begin();
    // Nothing waits or runs, so no owner has to be remembered.
    if (running === 0) lastTurns.clear();
  };

  const work = async <Result>(entry: Entry, begin: () => Promise<Result>): Promise<Result> => {
    const { ownerId } = entry.queued;
    countRunning(ownerId, 1);
    lastTurns.set(ownerId, ++turn);
    try {
      return await begin();
    } finally {
      countRunning(ownerId, -1);
      beginNext();
    }
  };

  return {
    run: (queued, signal, begin) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const leave = () => {
          entries.splice(entries.indexOf(entry), 1);
          reject(signal.reason);
        };
        const entry: Entry = {
          queued,
          begin() {
            signal.removeEventListener('abort', leave);
            resolve(work(entry, begin));
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        entries.push(entry);
        beginNext();
      }),
    position(queued) {
      const waiting = entries.map((entry) => entry.queued);
      if (!waiting.includes(queued)) return undefined;
      const own = turnOf(queued.ownerId);
      const before = waiting.filter(({ ownerId }) => ownerId === queued.ownerId).indexOf(queued);
      const counts = new Map<string, number>();
      for (const { ownerId } of waiting) counts.set(ownerId, (counts.get(ownerId) ?? 0) + 1);
      let ahead = before;
      let isSeen = false;
      for (const [ownerId, count] of counts) {
        if (ownerId === queued.ownerId) {
          isSeen = true;
          continue;
        }
        // Each has as many turns before it as its own owner, those who are sooner one more.
        const isSooner = turnOf(ownerId) < own || (turnOf(ownerId) === own && !isSeen);
        ahead += Math.min(count, before + (isSooner ? 1 : 0));
      }
      return ahead + 1;
    },
  };
};
