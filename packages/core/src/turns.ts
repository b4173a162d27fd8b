/** Callers go on for so long before other events have their turn: longer, and short texts wait for long ones. */
const TURN_MS = 1;

/**
 * Lets its callers go on in their order, for some milliseconds in each turn of the event loop: what
 * takes a moment for each of them takes no more than that before other events have their turn.
 *
 * @param now milliseconds of a monotonic clock
 */
export const createTurnQueue = (
  turnMs = TURN_MS,
  now: () => number = () => performance.now(),
): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  /** When the turn began in which callers go on; undefined outside of one. */
  let startedMs: number | undefined;
  const step = (): void => {
    if (startedMs !== undefined && now() - startedMs >= turnMs) {
      setImmediate(step);
      return;
    }
    if (startedMs === undefined) {
      startedMs = now();
      // Runs in the next turn, before all steps that are put off until then.
      setImmediate(() => {
        startedMs = undefined;
      });
    }
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      // What follows from one caller without waiting is done before the next step.
      setImmediate(step);
    });
};

/**
 * Waits for a turn of the event loop. All long work of a thread takes its turns here: work that waits
 * for the next turn by itself shares that turn with everything else that does.
 */
export const nextTurn = createTurnQueue();
