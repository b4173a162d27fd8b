import { describe, expect, it } from 'vitest';
import { type RetryPolicy, readRetryAfterMs, withRetries } from './retry.js';

const { signal } = new AbortController();

/** An attempt that fails a number of times, and the pauses between. */
const failing = (failures: number, change: Partial<RetryPolicy> = {}, retryAfterMs?: number) => {
  const pauses: number[] = [];
  let attempts = 0;
  const policy: RetryPolicy = {
    maxAttempts: 4,
    firstBackoffMs: 100,
    maxBackoffMs: 300,
    maxRetryAfterMs: 1000,
    wait: async (milliseconds) => {
      pauses.push(milliseconds);
    },
    ...change,
  };
  const attempt = async () => {
    attempts++;
    if (attempts <= failures) throw new Error(`failure ${attempts}`);
    return attempts;
  };
  const run = (progress = () => 0, failureOf = () => ({ retryAfterMs })) =>
    withRetries(attempt, policy, { signal, failureOf, progress });
  return { run, pauses };
};

describe('what fails in a way that may pass', () => {
  it('is done again, after pauses that double up to the longest', async () => {
    const { run, pauses } = failing(3);
    expect(await run()).toBe(4);
    expect(pauses).toEqual([100, 200, 300]);
  });

  it('is given up after the last attempt, with the failure of that one', async () => {
    await expect(failing(4).run()).rejects.toThrow('failure 4');
  });

  it('waits as long as the server asked for, and not at all if that is too long', async () => {
    const { run, pauses } = failing(1, {}, 900);
    await run();
    expect(pauses).toEqual([900]);
    await expect(failing(1, {}, 1001).run()).rejects.toThrow('failure 1');
  });

  it('waits up to half of a pause more or less, so that callers do not come back together', async () => {
    const early = failing(1, { random: () => 0 });
    const late = failing(1, { random: () => 1 });
    await Promise.all([early.run(), late.run()]);
    expect([...early.pauses, ...late.pauses]).toEqual([50, 150]);
  });

  it('may fail more often while it makes progress', async () => {
    let bytes = 0;
    const { run, pauses } = failing(10);
    expect(await run(() => bytes++)).toBe(11);
    expect(new Set(pauses)).toEqual(new Set([100]));
  });

  it('is not done again where the failure is for good', async () => {
    const { run, pauses } = failing(1);
    const isFinal = (() => undefined) as unknown as () => { retryAfterMs: undefined };
    await expect(run(undefined, isFinal)).rejects.toThrow('failure 1');
    expect(pauses).toEqual([]);
  });

  it('ends with its signal, also in a pause', async () => {
    const controller = new AbortController();
    const retried = withRetries(
      () => Promise.reject(new Error('failure')),
      { maxAttempts: 2, firstBackoffMs: 600_000, maxRetryAfterMs: 0 },
      {
        signal: controller.signal,
        failureOf: () => {
          queueMicrotask(() => controller.abort(new Error('left')));
          return {};
        },
      },
    );
    await expect(retried).rejects.toThrow('left');
  });
});

describe('Retry-After', () => {
  it.each([
    ['7', 7000],
    ['0', 0],
    ['Wed, 01 Jan 2025 00:00:10 GMT', 10_000],
    ['Wed, 01 Jan 2020 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    [null, undefined],
  ])('%j is %j milliseconds', (value, milliseconds) => {
    expect(readRetryAfterMs(value, Date.UTC(2025, 0, 1))).toBe(milliseconds);
  });
});
