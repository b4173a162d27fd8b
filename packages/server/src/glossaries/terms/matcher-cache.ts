import type { TermMatcher } from '@dragoman/core';
import { LRUCache } from 'lru-cache';

/** A matcher takes about one kilobyte per term. */
const MAX_TERMS = 250_000;

/** Matchers in memory, by the revisions of their dictionaries. */
export interface MatcherCache {
  /**
   * The known matcher, or the one that is built now; several callers share it.
   *
   * @param termCount how much room it takes
   */
  get(key: string, termCount: number, build: () => Promise<TermMatcher>): Promise<TermMatcher>;
}

/** Keeps matchers of about 250,000 terms together; the least recently used are evicted. */
export const createMatcherCache = (maxTerms = MAX_TERMS): MatcherCache => {
  const matchers = new LRUCache<string, Promise<TermMatcher>>({ maxSize: maxTerms });
  return {
    get(key, termCount, build) {
      const known = matchers.get(key);
      if (known) return known;
      const building = build();
      // One that is larger than all room is kept alone: building it again takes longest.
      matchers.set(key, building, { size: Math.min(Math.max(termCount, 1), maxTerms) });
      building.catch(() => {
        if (matchers.get(key) === building) matchers.delete(key);
      });
      return building;
    },
  };
};
