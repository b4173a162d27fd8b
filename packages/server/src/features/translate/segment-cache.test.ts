import { describe, expect, it } from 'vitest';
import { createSegmentCache } from './segment-cache.js';

describe('the segment cache', () => {
  it('remembers what was put in', () => {
    const cache = createSegmentCache(10_000);
    cache.set('en>es Hello', 'Hola');
    expect(cache.get('en>es Hello')).toBe('Hola');
    expect(cache.get('en>ca Hello')).toBeUndefined();
  });

  it('forgets what was used longest ago when its bytes are full', () => {
    const cache = createSegmentCache(3000);
    for (const key of ['a', 'b', 'c']) cache.set(key, 'x'.repeat(250));
    cache.get('a');
    for (const key of ['d', 'e']) cache.set(key, 'x'.repeat(250));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key) !== undefined)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  it('does not take an entry larger than itself', () => {
    const cache = createSegmentCache(1000);
    cache.set('a', 'x'.repeat(1000));
    expect(cache.get('a')).toBeUndefined();
  });

  it('remembers nothing when it is turned off', () => {
    const cache = createSegmentCache(0);
    cache.set('a', 'b');
    expect(cache.get('a')).toBeUndefined();
  });

  it('counts what it knew and what it did not', () => {
    const cache = createSegmentCache(10_000);
    cache.get('Hello');
    cache.set('Hello', 'Hola');
    cache.get('Hello');
    cache.get('Hello');
    expect(cache.counts()).toEqual({ hits: 2, misses: 1 });
  });

  it('counts nothing when it is turned off', () => {
    const cache = createSegmentCache(0);
    cache.get('Hello');
    expect(cache.counts()).toEqual({ hits: 0, misses: 0 });
  });
});
