import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Beside texts, documents work a third of the time: two texts of three meet none. */
const REST_PER_WORK = 2;
/** A slow engine makes for long batches; a document is to go on all the same. */
const MAX_REST_MS = 1000;

/**
 * Rests after a batch that took so long, if somebody waits for texts meanwhile.
 *
 * @returns rejects when the signal aborts
 */
export type GiveWay = (workMs: number, signal: AbortSignal) => Promise<void>;

/** Makes documents give way to texts: people wait for a text, and come back for a document. */
export const createGiveWay =
  (isNeeded: () => boolean, rest: typeof pause = pause): GiveWay =>
  async (workMs, signal) => {
    const restMs = isNeeded() ? Math.min(REST_PER_WORK * workMs, MAX_REST_MS) : 0;
    // What comes out of the cache takes no turn of the event loop.
    await (restMs < 1 ? nextTurn() : rest(restMs, undefined, { signal }));
  };
