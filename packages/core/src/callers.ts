import { setMaxListeners } from 'node:events';

const callers = new WeakMap<AbortSignal, AbortSignal>();

/**
 * The signal of the caller that work is done for, through all signals that follow it: what queues know
 * a caller by. A caller's own signal is its own.
 */
export const callerOf = (signal: AbortSignal): AbortSignal => callers.get(signal) ?? signal;

/** A controller that aborts when a signal does, or on its own. */
export interface Follower {
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
  const { signal, abort, release } = followSignal(caller);
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
export const followSignal = (leader: AbortSignal): Follower => {
  const controller = new AbortController();
  callers.set(controller.signal, callerOf(leader));
  const follow = (): void => controller.abort(leader.reason);
  // Any number of followers may share one leader; that is no leak to warn of.
  setMaxListeners(0, leader);
  if (leader.aborted) follow();
  else leader.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => leader.removeEventListener('abort', follow),
  };
};
