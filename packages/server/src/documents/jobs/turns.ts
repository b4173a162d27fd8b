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
 * @param limit how many batches may be under way now
 * @param giveWay called after each batch, within its turn
 */
export const createTurns = (limit: () => number, giveWay: GiveWay): Turns => {
  const waiting: Waiting[] = [];
  /** When each owner had its last turn, in turns. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  let running = 0;

  const beginNext = (): void => {
    while (running < limit() && waiting.length > 0) {
      const turnOf = ({ ownerId }: Waiting) => lastTurns.get(ownerId) ?? 0;
      const next = waiting.reduce((best, one) => (turnOf(one) < turnOf(best) ? one : best));
      waiting.splice(waiting.indexOf(next), 1);
      lastTurns.set(next.ownerId, ++turn);
      running++;
      next.begin();
    }
    // Nobody waits or works, so nobody has to be remembered.
    if (running === 0) lastTurns.clear();
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
        running--;
        beginNext();
      }
    },
  };
};
