/**
 * Runs little work at once; the rest waits in order.
 *
 * @param work must end soon once what it works for is no longer wanted
 */
export const createSlots = (
  count: number,
): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
};
