import { buildTermIndexes, type TermIndexes } from '@dragoman/core';
import { type IndexOrder, runInThread } from './run-in-thread.js';
import { fromTsv } from './tsv.js';

/** Smaller dictionaries are indexed here: that takes some milliseconds. */
const SMALL_CHARACTERS = 16_384;

/** Indexes the entries of dictionaries: small ones here, others in a thread. */
export const buildIndexes = async (order: IndexOrder): Promise<TermIndexes> => {
  const characters = order.dictionaries.reduce((sum, { length }) => sum + length, 0);
  if (characters > SMALL_CHARACTERS) return runInThread('index', order);
  const dictionaries = order.dictionaries.map((tsv) =>
    Array.from(fromTsv(tsv), ([source, target]) => ({ source, target })),
  );
  return buildTermIndexes(dictionaries, order.language);
};

/** Work that waits for its turn. */
interface Waiting {
  readonly size: number;
  start(): void;
}

/**
 * Does one large piece of work at a time, the smallest first: what takes seconds holds up only what
 * takes longer.
 */
export const createSmallestFirst = () => {
  const waiting: Waiting[] = [];
  let isBusy = false;
  const next = (): void => {
    const smallest = waiting.toSorted((one, other) => one.size - other.size)[0];
    isBusy = smallest !== undefined;
    if (!smallest) return;
    waiting.splice(waiting.indexOf(smallest), 1);
    smallest.start();
  };
  /** @param signal aborts when nobody waits for the work any more; it is not begun then */
  return async <Result>(
    size: number,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (isBusy) await new Promise<void>((start) => waiting.push({ size, start }));
    isBusy = true;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      next();
    }
  };
};
