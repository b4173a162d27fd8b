/**
 * Lets callers who want the same share one piece of work.
 *
 * Existing clients time out after five seconds and retry. The work can therefore continue for a grace
 * period after the last waiting caller has left, so that the retry finds it still running; only then
 * is it aborted.
 */
interface Coalescer<Result> {
  /**
   * Joins the running work for the key, or starts it.
   *
   * @param start does the work; its controller aborts when nobody waits any more, and the work may
   *   abort it, too
   * @param callerSignal aborts when this caller leaves; the promise then rejects with its reason
   */
  join(
    key: string,
    start: (work: AbortController) => Promise<Result>,
    callerSignal: AbortSignal,
  ): Promise<Result>;
}

interface Work<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
  graceTimer?: NodeJS.Timeout | undefined;
}

/** @param graceMs 0 aborts the work at once when the last caller leaves */
export const createCoalescer = <Result>(graceMs: number): Coalescer<Result> => {
  const running = new Map<string, Work<Result>>();

  const begin = (key: string, start: (work: AbortController) => Promise<Result>): Work<Result> => {
    const controller = new AbortController();
    const result = start(controller).finally(() => {
      clearTimeout(work.graceTimer);
      if (running.get(key) === work) running.delete(key);
    });
    // Waiting callers see the failure; if all have left, it is ignored.
    result.catch(() => {});
    const work: Work<Result> = { result, controller, waiting: 0 };
    running.set(key, work);
    return work;
  };

  const leave = (key: string, work: Work<Result>, reason: unknown): void => {
    work.waiting--;
    if (work.waiting > 0) return;
    const end = () => {
      if (running.get(key) === work) running.delete(key);
      work.controller.abort(reason);
    };
    if (graceMs === 0) {
      end();
      return;
    }
    work.graceTimer = setTimeout(end, graceMs);
    work.graceTimer.unref();
  };

  return {
    join(key, start, callerSignal) {
      if (callerSignal.aborted) return Promise.reject(callerSignal.reason);
      const work = running.get(key) ?? begin(key, start);
      clearTimeout(work.graceTimer);
      work.waiting++;
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          leave(key, work, callerSignal.reason);
          reject(callerSignal.reason);
        };
        callerSignal.addEventListener('abort', onAbort, { once: true });
        work.result
          .finally(() => callerSignal.removeEventListener('abort', onAbort))
          .then(resolve, reject);
      });
    },
  };
};
