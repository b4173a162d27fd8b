import { setTimeout as delay } from 'node:timers/promises';
import { CatalogueError } from '../../catalogue-error.js';

/** Timeouts and retries of a transfer. */
export interface TransferPolicy {
  /** Maximum wait for the response headers. */
  readonly answerTimeoutMs: number;
  /** Maximum pause in the middle of a body. */
  readonly silenceTimeoutMs: number;
  /** Consecutive failures without progress after which a transfer fails. */
  readonly maxAttempts: number;
  readonly firstBackoffMs: number;
  readonly maxBackoffMs: number;
  /** A longer `Retry-After` is not honoured. */
  readonly maxRetryAfterMs: number;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const DEFAULT_TRANSFER_POLICY: TransferPolicy = {
  answerTimeoutMs: 30_000,
  silenceTimeoutMs: 30_000,
  maxAttempts: 4,
  firstBackoffMs: 500,
  maxBackoffMs: 8000,
  maxRetryAfterMs: 60_000,
  wait: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal });
  },
};

/** Even with progress each time, a transfer that is interrupted this often is abandoned. */
const MAX_FAILURES = 50;

/**
 * Retries `attempt` after retryable errors, with increasing pauses or the one requested by the
 * server. Attempts that make progress do not count against the limit.
 *
 * @param progress bytes present so far; must not decrease without an error
 */
export const withRetries = async <Result>(
  attempt: () => Promise<Result>,
  policy: TransferPolicy,
  signal: AbortSignal,
  progress: () => number = () => 0,
): Promise<Result> => {
  let inARow = 0;
  for (let failures = 1; ; failures += 1) {
    const before = progress();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CatalogueError) || !error.retryable) throw error;
      inARow = progress() > before ? 1 : inARow + 1;
      const asked = error.retryAfterMs ?? 0;
      if (inARow >= policy.maxAttempts || failures >= MAX_FAILURES) throw error;
      if (asked > policy.maxRetryAfterMs) throw error;
      const backoff = Math.min(policy.firstBackoffMs * 2 ** (inARow - 1), policy.maxBackoffMs);
      await policy.wait(Math.max(asked, backoff), signal);
    }
  }
};
