import { beforeEach, describe, expect, it } from 'vitest';
import { createRateLimits, type RateLimits } from './rate-limits.js';
import { keyWith } from './testing/key-records.js';

let nowMs = 0;
let rateLimits: RateLimits;
beforeEach(() => {
  nowMs = 0;
  rateLimits = createRateLimits(() => nowMs);
});

/** Seconds to wait, or 0 when it passed. */
const wait = async (key: ReturnType<typeof keyWith>, requests: number, characters = 0) => {
  try {
    await rateLimits.take(key, { requests, characters });
    return 0;
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_requests' });
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
};

describe('per-minute limits', () => {
  it('let everything pass where there are none', async () => {
    for (let sent = 0; sent < 1000; sent++) expect(await wait(keyWith(), 1, 1_000_000)).toBe(0);
  });

  it('leave no debt while they are lifted', async () => {
    const limits = { requestsPerMinute: 60, charactersPerMinute: 1000 };
    expect(await wait(keyWith(limits), 1, 1000)).toBe(0);
    const lifted = { ...limits, charactersPerMinute: null };
    expect(await wait(keyWith(lifted), 1, 1_000_000)).toBe(0);
    nowMs = 60_000;
    expect(await wait(keyWith(limits), 1, 1000)).toBe(0);
  });

  it('let a burst pass, then as many as the minute has', async () => {
    const key = keyWith({ requestsPerMinute: 3 });
    expect([await wait(key, 1), await wait(key, 1), await wait(key, 1)]).toEqual([0, 0, 0]);
    expect(await wait(key, 1)).toBe(20);
    nowMs = 19_999;
    expect(await wait(key, 1)).toBe(1);
    nowMs = 20_000;
    expect(await wait(key, 1)).toBe(0);
    expect(await wait(key, 1)).toBe(20);
  });

  it('count nothing of what they turn away', async () => {
    const key = keyWith({ requestsPerMinute: 60, charactersPerMinute: 10 });
    expect(await wait(key, 1, 10)).toBe(0);
    for (let tried = 0; tried < 100; tried++) expect(await wait(key, 1, 6)).toBe(36);
    nowMs = 36_000;
    expect(await wait(key, 1, 6)).toBe(0);
    expect(await wait(key, 59)).toBe(0);
  });

  it('allow a text larger than the limit of a minute alone', async () => {
    const key = keyWith({ charactersPerMinute: 100 });
    expect(await wait(key, 1, 250)).toBe(0);
    expect(await wait(key, 1, 1)).toBe(91);
    nowMs = 91_000;
    expect(await wait(key, 1, 1)).toBe(0);
  });

  it('keep keys apart', async () => {
    expect(await wait(keyWith({ requestsPerMinute: 1 }, 'a'), 1)).toBe(0);
    expect(await wait(keyWith({ requestsPerMinute: 1 }, 'b'), 1)).toBe(0);
    expect(await wait(keyWith({ requestsPerMinute: 1 }, 'a'), 1)).toBe(60);
  });

  it('can forbid everything', async () => {
    expect(await wait(keyWith({ requestsPerMinute: 0 }), 1)).toBeGreaterThan(0);
  });
});
