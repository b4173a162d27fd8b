/** A controller that aborts when a signal does, or on its own. */
export interface Follower {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Has to be called once it is of no use any more. */
  release(): void;
}

/**
 * Follows a signal, as `AbortSignal.any` does in several times the time: it registers with each of
 * its signals weakly, which keeps the garbage collector busy.
 */
export const followSignal = (leader: AbortSignal): Follower => {
  const controller = new AbortController();
  const follow = (): void => controller.abort(leader.reason);
  if (leader.aborted) follow();
  else leader.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => leader.removeEventListener('abort', follow),
  };
};
