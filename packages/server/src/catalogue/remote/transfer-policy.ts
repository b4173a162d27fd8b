import { type RetryPolicy, withRetries } from '@dragoman/engines/retry';
import { CatalogueError } from '../catalogue-error.js';

/** Timeouts and retries of a transfer. */
export interface TransferPolicy extends RetryPolicy {
  /** Maximum wait for the response headers. */
  readonly answerTimeoutMs: number;
  /** Maximum pause in the middle of a body. */
  readonly silenceTimeoutMs: number;
}

export const DEFAULT_TRANSFER_POLICY: TransferPolicy = {
  answerTimeoutMs: 30_000,
  silenceTimeoutMs: 30_000,
  maxAttempts: 4,
  firstBackoffMs: 500,
  maxBackoffMs: 8000,
  maxRetryAfterMs: 60_000,
};

/**
 * Does a transfer again after errors of the catalogue that may pass.
 *
 * @param progress bytes present so far; must not decrease without an error
 */
export const retryTransfer = <Result>(
  attempt: () => Promise<Result>,
  policy: TransferPolicy,
  signal: AbortSignal,
  progress: () => number = () => 0,
): Promise<Result> =>
  withRetries(attempt, policy, {
    signal,
    progress,
    failureOf: (error) =>
      error instanceof CatalogueError && error.isRetryable ? error : undefined,
  });
