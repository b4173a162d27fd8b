/** Waits for a promise until a signal aborts. The work behind the promise continues. */
export const untilAborted = async <Result>(
  result: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
  result.catch(() => {}); // Where nobody waits any more.
  signal.throwIfAborted();
  let leave = (): void => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([result, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
};

/** Resolves when a signal aborts. The listener is dropped with the signal. */
export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Does work when all that was added before is done; resolves and rejects as the work does. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** A sequence of work, one after the other. What fails does not hold up what comes after it. */
export const createMutex = (): RunExclusive => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
};
