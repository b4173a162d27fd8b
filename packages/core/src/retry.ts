/** When and how often something is done again. */
export interface RetryPolicy {
  /** Consecutive failures without progress after which the last one is thrown. */
  readonly maxAttempts: number;
  readonly firstBackoffMs: number;
  /** By what a pause is longer than the one before. @default 2 */
  readonly backoffFactor?: number;
  readonly maxBackoffMs?: number;
  /** A server that asks to be left alone for longer is not asked again. */
  readonly maxRetryAfterMs: number;
  /**
   * A number from 0 to 1: half of a pause more or less, so that callers do not come back together.
   *
   * @default always the middle
   */
  readonly random?: () => number;
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** What is done again. */
interface Retried {
  readonly signal?: AbortSignal;
  /** What a failure says about another attempt; undefined if there should be none. */
  readonly failureOf: (
    error: unknown,
  ) => { readonly retryAfterMs?: number | undefined } | undefined;
  /** Grows with every attempt that makes progress; those do not count. */
  readonly progress?: () => number;
}

/** Even with progress each time, what fails this often is given up. */
const MAX_FAILURES = 50;

/**
 * Does something again while it fails in a way that may pass, after increasing pauses or the one that
 * the server asked for.
 *
 * @throws what the last attempt threw; the signal's reason once it aborts
 */
export const withRetries = async <Result>(
  attempt: () => Promise<Result>,
  policy: RetryPolicy,
  { signal, failureOf, progress = () => 0 }: Retried,
): Promise<Result> => {
  const { maxAttempts, maxRetryAfterMs, random = () => 0.5, wait = pause } = policy;
  const { firstBackoffMs, backoffFactor = 2, maxBackoffMs = Number.POSITIVE_INFINITY } = policy;
  let inARow = 0;
  for (let failures = 1; ; failures++) {
    const before = progress();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(error);
      if (!failure) throw error;
      inARow = progress() > before ? 1 : inARow + 1;
      const askedMs = failure.retryAfterMs ?? 0;
      const isEnough = inARow >= maxAttempts || failures >= MAX_FAILURES;
      if (isEnough || askedMs > maxRetryAfterMs) throw error;
      const backoffMs = Math.min(firstBackoffMs * backoffFactor ** (inARow - 1), maxBackoffMs);
      await wait(Math.max(askedMs, backoffMs * (0.5 + random())), signal);
    }
  }
};

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });

/** A `Retry-After` header in milliseconds, given in seconds or as a date. */
export const readRetryAfterMs = (
  value: string | null | undefined,
  nowMs: number,
): number | undefined => {
  if (value === null || value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  // The parser accepts nearly anything as a date; HTTP dates begin with the day of the week.
  const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};
