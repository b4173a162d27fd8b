import type { GiveWay } from './give-way.js';
import type { InTurn } from './translate-document.js';

/** Turns of several owners, a batch each, however many documents each of them has. */
export interface Turns {
  /** The turns of one document. */
  of(ownerId: string): InTurn;
}

interface Waiting {
  readonly ownerId: string;
  readonly begin: () => void;
}

/**
 * @param limit how many batches may be under way now, each of another owner
 * @param giveWay called after each batch, within its turn
 */
export const createTurns = (limit: () => number, giveWay: GiveWay): Turns => {
  const waiting: Waiting[] = [];
  /** When each owner had its last turn, in turns. */
  const lastTurns = new Map<string, number>();
  /** An owner has one turn at a time: a slow engine of one does not keep the others waiting. */
  const working = new Set<string>();
  let turn = 0;

  const takeNext = (): Waiting | undefined => {
    if (working.size >= limit()) return undefined;
    let next: Waiting | undefined;
    for (const one of waiting) {
      const turnOf = ({ ownerId }: Waiting) => lastTurns.get(ownerId) ?? 0;
      const isEarlier = !next || turnOf(one) < turnOf(next);
      if (isEarlier && !working.has(one.ownerId)) next = one;
    }
    if (next) waiting.splice(waiting.indexOf(next), 1);
    return next;
  };

  const beginNext = (): void => {
    for (let next = takeNext(); next; next = takeNext()) {
      lastTurns.set(next.ownerId, ++turn);
      working.add(next.ownerId);
      next.begin();
    }
    // Nobody waits or works, so nobody has to be remembered.
    if (working.size === 0) lastTurns.clear();
  };

  const untilBegun = (ownerId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry: Waiting = {
        ownerId,
        begin: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
      beginNext();
    });

  return {
    of: (ownerId) => async (work, signal) => {
      await untilBegun(ownerId, signal);
      const startedMs = performance.now();
      try {
        const result = await work();
        await giveWay(performance.now() - startedMs, signal);
        return result;
      } finally {
        working.delete(ownerId);
        beginNext();
      }
    },
  };
};
