/**
 * Lets one of all its callers go on in each turn of the event loop, in their order: what takes a
 * moment for each of them takes no more than that before other events have their turn.
 */
export const createTurnQueue = (): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
};

/**
 * Waits for a turn of the event loop. All long work of a thread takes its turns here: work that waits
 * for the next turn by itself shares that turn with everything else that does.
 */
export const nextTurn = createTurnQueue();
