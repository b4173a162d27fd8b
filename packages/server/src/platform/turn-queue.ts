import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets one of all its callers go on in each turn of the event loop, in their order: what takes a
 * moment for each of them takes no more than that before other events have their turn.
 */
export const createTurnQueue = (): (() => Promise<void>) => {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const turn = last.then(() => nextTurn());
    last = turn;
    return turn;
  };
};
