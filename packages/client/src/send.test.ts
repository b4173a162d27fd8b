import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRetryAfter, waitBeforeRetryMs } from './send.js';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the wait before a request is repeated', () => {
  it('doubles up to half a minute, minus a random part of up to a half', () => {
    const longest = Array.from({ length: 9 }, (_, attempt) =>
      waitBeforeRetryMs(attempt, undefined, 0),
    );
    expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    fc.assert(
      fc.property(fc.nat(30), chance, (attempt, random) => {
        const wait = waitBeforeRetryMs(attempt, undefined, random);
        const most = waitBeforeRetryMs(attempt, undefined, 0);
        expect(wait).toBeGreaterThanOrEqual(most / 2);
        expect(wait).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('is never shorter than what the service asks for', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(1000), chance, (attempt, seconds, random) => {
        expect(waitBeforeRetryMs(attempt, seconds, random)).toBeGreaterThanOrEqual(seconds * 1000);
      }),
    );
  });
});

describe('Retry-After', () => {
  const now = Date.parse('Sat, 21 Nov 2026 12:00:00 GMT');
  it.each([
    ['7', 7],
    [' 120 ', 120],
    ['0', 0],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('"%s" means %s seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});
