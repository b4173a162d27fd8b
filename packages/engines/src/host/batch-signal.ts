import { setMaxListeners } from 'node:events';

/**
 * Does the work of one batch with a signal of its own, which aborts when the caller's does and when
 * a part of the work fails: what is left of the batch then leaves the queues. The promise rejects
 * at once, with the reason of the caller's signal or with the error.
 *
 * @param hasParts without parts, nothing is left when the work fails, and the caller's own signal
 *   does: one of its own costs more than the rest of this
 */
export const withBatchSignal = <Result>(
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  hasParts = true,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const batch = hasParts ? new AbortController() : undefined;
    const abandon = (reason: unknown): void => {
      batch?.abort(reason);
      reject(reason);
    };
    const leave = (): void => abandon(caller.reason);
    // Any number of batches may share one signal; that is no leak to warn of.
    setMaxListeners(0, caller);
    caller.addEventListener('abort', leave, { once: true });
    void work(batch?.signal ?? caller)
      .then(resolve, abandon)
      .finally(() => caller.removeEventListener('abort', leave));
  });
