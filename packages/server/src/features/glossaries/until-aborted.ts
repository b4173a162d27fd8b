/** What a promise has, for who waits for it until a signal aborts; the work itself goes on. */
export const untilAborted = async <Result>(
  result: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> => {
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
