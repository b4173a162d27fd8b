import { setTimeout } from 'node:timers/promises';
import { RequestFailure } from './request-failure.js';

export interface RetryOptions {
  readonly maxAttempts: number;
  readonly backoffMs: number;
  readonly signal: AbortSignal;
  /** A number from 0 to 1. @default Math.random */
  readonly random?: () => number;
}

/** A server that wants to be left alone for longer is no use to a waiting caller. */
const MAX_RETRY_AFTER_MS = 10_000;

/**
 * The pause before another attempt, in milliseconds: doubling, with up to half of it more or less so
 * that callers do not come back together, and no less than the server asked for.
 *
 * @param attempt how many there were
 */
export const pauseAfter = (
  attempt: number,
  { retryAfterMs = 0 }: Pick<RequestFailure, 'retryAfterMs'>,
  { backoffMs, random = Math.random }: Pick<RetryOptions, 'backoffMs' | 'random'>,
): number => Math.max(retryAfterMs, backoffMs * 2 ** (attempt - 1) * (0.5 + random()));

/** Does something again while it fails in a way that may pass. */
export const withRetries = async <Result>(
  attempt: () => Promise<Result>,
  options: RetryOptions,
): Promise<Result> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const mayPass = error instanceof RequestFailure && error.isRetryable;
      if (!mayPass || count >= options.maxAttempts) throw error;
      const pauseMs = pauseAfter(count, error, options);
      if ((error.retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) throw error;
      const { signal } = options;
      await setTimeout(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
};
