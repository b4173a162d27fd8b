import type { TermMatcher } from '@dragoman/core';
import { LRUCache } from 'lru-cache';

/** A matcher takes about one kilobyte per term. */
const MAX_TERMS = 250_000;

/** A matcher, and how many terms it finds, with other forms of terms. */
export interface BuiltMatcher {
  readonly matcher: TermMatcher;
  readonly termCount: number;
}

/** Matchers in memory, by the revisions of their dictionaries. */
export interface MatcherCache {
  /**
   * The known matcher, or the one that is built now; several callers share it.
   *
   * @param entryCount how much room it takes while it is built
   */
  get(key: string, entryCount: number, build: () => Promise<BuiltMatcher>): Promise<BuiltMatcher>;
}

/** Keeps matchers of about 250,000 terms together; the least recently used are evicted. */
export const createMatcherCache = (maxTerms = MAX_TERMS): MatcherCache => {
  const matchers = new LRUCache<string, Promise<BuiltMatcher>>({ maxSize: maxTerms });
  // One that is larger than all room is kept alone: building it again takes longest.
  const keep = (key: string, built: Promise<BuiltMatcher>, termCount: number): void =>
    void matchers.set(key, built, { size: Math.min(Math.max(termCount, 1), maxTerms) });
  return {
    get(key, entryCount, build) {
      const known = matchers.get(key);
      if (known) return known;
      const building = build();
      keep(key, building, entryCount);
      building.then(
        (built) => {
          if (matchers.peek(key) === building) keep(key, Promise.resolve(built), built.termCount);
        },
        () => {
          if (matchers.peek(key) === building) matchers.delete(key);
        },
      );
      return building;
    },
  };
};
