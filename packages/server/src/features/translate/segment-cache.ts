import type { SegmentCache } from '@dragoman/core';
import { LRUCache } from 'lru-cache';

/** Memory of an entry in addition to its text: map slots, list links and string headers. */
const ENTRY_OVERHEAD_BYTES = 200;

/** Segments that were found in the cache, and segments that were not. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
}

/** A cache that counts hits and misses. */
export interface CountedCache extends SegmentCache {
  counts(): CacheCounts;
}

/**
 * A least-recently-used cache of translated segments, bounded by what its strings take in memory.
 *
 * @param maxBytes 0 stores and counts nothing
 */
export const createSegmentCache = (maxBytes: number): CountedCache => {
  let hits = 0;
  let misses = 0;
  const counts = () => ({ hits, misses });
  if (maxBytes === 0) return { get: () => undefined, set() {}, counts };
  const entries = new LRUCache<string, string>({
    maxSize: maxBytes,
    // UTF-16, the worst case: strings with only Latin-1 characters take half of it.
    sizeCalculation: (value, key) => 2 * (key.length + value.length) + ENTRY_OVERHEAD_BYTES,
  });
  return {
    get(key) {
      const known = entries.get(key);
      if (known === undefined) misses++;
      else hits++;
      return known;
    },
    set(key, value) {
      entries.set(key, value);
    },
    counts,
  };
};
