import { DatabaseOutage } from '../store-error.js';

/**
 * Retries work as servers do while the database does not answer: on a machine with much else to do, a
 * statement or the wait for a free connection can take longer than their time limits.
 */
export const untilReached = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseOutage)) throw error;
    }
  }
};
