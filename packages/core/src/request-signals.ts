const callers = new WeakMap<AbortSignal, AbortSignal>();

/**
 * The signal of the request for which work is done, even where the work has a linked signal of its own.
 * Fair queues use it as the request's identity.
 */
export const requestSignalOf = (signal: AbortSignal): AbortSignal => callers.get(signal) ?? signal;

/** A controller that aborts when a signal does, or on its own. */
export interface LinkedController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Has to be called once it is of no use any more. */
  release(): void;
}

/**
 * Does several pieces of work at once. When one fails, the signal of the others aborts: they would go
 * on for nobody.
 *
 * @returns their results, in their order
 * @throws what the first one that failed throws
 */
export const allTogether = async <Result>(
  caller: AbortSignal,
  pieces: readonly ((signal: AbortSignal) => Promise<Result>)[],
): Promise<Result[]> => {
  const [only] = pieces;
  if (only && pieces.length === 1) return [await only(caller)];
  const { signal, abort, release } = linkedController(caller);
  try {
    return await Promise.all(pieces.map((piece) => piece(signal)));
  } catch (error) {
    abort(error);
    throw error;
  } finally {
    release();
  }
};

/**
 * Follows a signal, for the same caller. `AbortSignal.any` takes several times as long: it registers
 * with each of its signals weakly, which keeps the garbage collector busy. Once per request, as in the
 * server, that does not matter; for every call of an engine it does.
 */
export const linkedController = (leader: AbortSignal): LinkedController => {
  const controller = new AbortController();
  callers.set(controller.signal, requestSignalOf(leader));
  const followers = followersOf(leader);
  if (leader.aborted) controller.abort(leader.reason);
  else followers.add(controller);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      followers.delete(controller);
    },
  };
};

const followersBySignal = new WeakMap<AbortSignal, Set<AbortController>>();

/** Those who follow a signal have one listener together: many listeners are taken for a leak. */
const followersOf = (leader: AbortSignal): Set<AbortController> => {
  const known = followersBySignal.get(leader);
  if (known) return known;
  const followers = new Set<AbortController>();
  followersBySignal.set(leader, followers);
  const stop = (): void => {
    for (const follower of followers) follower.abort(leader.reason);
  };
  leader.addEventListener('abort', stop, { once: true });
  return followers;
};
