import { setMaxListeners } from 'node:events';
import { AppError } from '@dragoman/contract';
import type { EngineCallOptions } from '@dragoman/core';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Does work for as long as its caller waits: `drop` is told why nobody does any more, be it
 * that the caller left, that its deadline passed, or that the work failed.
 *
 * @throws AppError `deadline_exceeded` when the deadline has passed before the work begins
 */
export const whileCallerWaits = async <Result>(
  { signal, deadlineMs }: EngineCallOptions,
  drop: (reason: unknown) => void,
  work: () => Promise<Result>,
): Promise<Result> => {
  const leftMs = deadlineMs - performance.now();
  if (leftMs <= 0) throw new AppError('deadline_exceeded');
  const leave = (): void => drop(signal.reason);
  const giveUp = (): void => drop(new AppError('deadline_exceeded'));
  const timer = setTimeout(giveUp, Math.min(leftMs, LONGEST_TIMER_MS));
  // One signal may accompany any number of batches; that is no leak to warn of.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await work();
  } catch (error) {
    drop(error);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
};
