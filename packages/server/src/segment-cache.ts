import type { SegmentCache } from '@dragoman/core';
import { LRUCache } from 'lru-cache';

/** What an entry costs beyond its text: map slots, list links and string headers. */
const ENTRY_OVERHEAD_BYTES = 200;

/**
 * A least-recently-used cache of translated segments, bounded by what its strings take in memory.
 *
 * @param maxBytes 0 remembers nothing
 */
export const createSegmentCache = (maxBytes: number): SegmentCache => {
  if (maxBytes === 0) return { get: () => undefined, set() {} };
  const entries = new LRUCache<string, string>({
    maxSize: maxBytes,
    // UTF-16, the worst case: strings with only Latin-1 characters take half of it.
    sizeCalculation: (value, key) => 2 * (key.length + value.length) + ENTRY_OVERHEAD_BYTES,
  });
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.set(key, value);
    },
  };
};
