import { TimeoutError } from './errors.js';
import type { Clock } from './settings.js';

/** A time limit, combined with the caller's signal. */
export interface Deadline {
  /** Aborts at the deadline, with a {@link TimeoutError}, or with the caller's own reason. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Removes the timer and the listener. Call it when the work is done. */
  end(): void;
}

/**
 * @param outer the caller's signal; its reason is passed on unchanged
 * @param explain the reason given when the time is up
 */
export const startDeadline = (
  timeoutMs: number,
  outer: AbortSignal | undefined,
  clock: Clock,
  explain: (timeoutMs: number) => Error = timeIsUp,
): Deadline => {
  const endsAtMs = clock.now() + timeoutMs;
  const controller = new AbortController();
  const stop = () => controller.abort(outer?.reason);
  const stopTimer = clock.startTimer(timeoutMs, () => controller.abort(explain(timeoutMs)));
  // Not AbortSignal.any: on Node 20 it leaks memory with a long-lived outer signal.
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAtMs - clock.now()),
    end() {
      stopTimer();
      outer?.removeEventListener('abort', stop);
    },
  };
};

const timeIsUp = (timeoutMs: number): TimeoutError =>
  new TimeoutError(`The call took longer than ${timeoutMs} ms.`, {
    code: 'timeout',
    isRetryable: true,
  });

/**
 * Resolves after the given time in milliseconds.
 *
 * @throws the reason of the signal when that aborts first
 */
export const wait = (milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      stopTimer();
      reject(signal.reason);
    };
    const stopTimer = clock.startTimer(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
