/** A controller that aborts when a signal does, or on its own. */
export interface Follower {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Has to be called once it is of no use any more. */
  release(): void;
}

/**
 * Follows a signal. `AbortSignal.any` takes several times as long: it registers with each of its
 * signals weakly, which keeps the garbage collector busy. Once per request, as in the server, that
 * does not matter; for every call of a language model it does.
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
