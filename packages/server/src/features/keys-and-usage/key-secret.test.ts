import { describe, expect, it } from 'vitest';
import { digestOf, digestsMatch, generateSecret, hintOf, planOf } from './key-secret.js';

describe('a new key', () => {
  it('of a free plan ends in :fx, so that client libraries choose its address', () => {
    expect(generateSecret('free')).toMatch(/^[0-9a-f-]{36}:fx$/);
    expect(generateSecret('paid')).toMatch(/^[0-9a-f-]{36}$/);
    expect([planOf(generateSecret('free')), planOf(generateSecret('paid'))]).toEqual([
      'free',
      'paid',
    ]);
  });

  it('is never the same', () => {
    expect(new Set(Array.from({ length: 100 }, () => generateSecret('paid'))).size).toBe(100);
  });

  it('is kept as a digest that matches itself only', () => {
    const digest = digestOf('some key');
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(digestsMatch(digest, digestOf('some key'))).toBe(true);
    for (const other of ['some kez', 'Some key', 'some key ', '']) {
      expect(digestsMatch(digest, digestOf(other))).toBe(false);
    }
    expect(digestsMatch(digest, digest.slice(1))).toBe(false);
  });

  it('is hinted at by its beginning', () => {
    const secret = generateSecret('free');
    expect(hintOf(secret)).toBe(`${secret.slice(0, 8)}…`);
    // A short one, which a configuration may fix, keeps most of itself to itself as well.
    expect(hintOf('12345678')).toBe('12…');
  });
});
