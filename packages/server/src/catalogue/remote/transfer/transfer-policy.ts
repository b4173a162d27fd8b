import { setTimeout as delay } from 'node:timers/promises';
import { CatalogueError } from '../../catalogue-error.js';

/** How long a transfer waits and how often it tries again. */
export interface TransferPolicy {
  /** Longest wait for the head of an answer. */
  readonly answerTimeoutMs: number;
  /** Longest silence in the middle of a body. */
  readonly silenceTimeoutMs: number;
  /** Failures in a row, without a byte between them, after which a transfer is given up. */
  readonly maxAttempts: number;
  readonly firstBackoffMs: number;
  readonly maxBackoffMs: number;
  /** A server that asks for more than this is not waited for. */
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

/** However well it goes on each time, a transfer cut this often is not worth going on with. */
const MAX_FAILURES = 50;

/**
 * Runs `attempt` again after retryable errors, with growing pauses or the one the server asked for.
 * Attempts that make progress do not count against the limit.
 *
 * @param progress bytes there so far; it may only stay or grow while things go well
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
