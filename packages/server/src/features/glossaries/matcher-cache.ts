import type { TermMatcher } from '@dragoman/core';
import { LRUCache } from 'lru-cache';
import { untilAborted } from './until-aborted.js';

const MAX_BYTES = 256 * 1024 ** 2;

/** A matcher, and what it takes in memory. */
export interface BuiltMatcher {
  readonly matcher: TermMatcher;
  readonly bytes: number;
}

/** Matchers in memory, by the revisions of their dictionaries. */
export interface MatcherCache {
  /**
   * The known matcher, or the one that is built now; several callers share it.
   *
   * @param expectedBytes what it takes while it is built
   * @param build is told when nobody waits for it any more
   * @param caller aborts when this caller leaves; the promise then rejects with its reason
   */
  get(
    key: string,
    expectedBytes: number,
    build: (signal: AbortSignal) => Promise<BuiltMatcher>,
    caller: AbortSignal,
  ): Promise<BuiltMatcher>;
}

/** A matcher that is known or being built, and how many callers wait for it. */
interface Building {
  readonly result: Promise<BuiltMatcher>;
  readonly controller: AbortController;
  waiting: number;
}

/** Keeps matchers of some 256 MiB together; the least recently used are evicted. */
export const createMatcherCache = (maxBytes = MAX_BYTES): MatcherCache => {
  const matchers = new LRUCache<string, Building>({ maxSize: maxBytes });
  // One that is larger than all room is kept alone: building it again takes longest.
  const keep = (key: string, building: Building, bytes: number): void => {
    // The size of a value that it has already is not looked at.
    matchers.delete(key);
    matchers.set(key, building, { size: Math.min(Math.max(bytes, 1), maxBytes) });
  };

  const begin = (
    key: string,
    expectedBytes: number,
    build: (signal: AbortSignal) => Promise<BuiltMatcher>,
  ): Building => {
    const controller = new AbortController();
    const building: Building = { result: build(controller.signal), controller, waiting: 0 };
    keep(key, building, expectedBytes);
    building.result.then(
      ({ bytes }) => {
        if (matchers.peek(key) === building) keep(key, building, bytes);
      },
      () => {
        if (matchers.peek(key) === building) matchers.delete(key);
      },
    );
    return building;
  };

  return {
    async get(key, expectedBytes, build, caller) {
      caller.throwIfAborted();
      const known = matchers.get(key);
      const building =
        known && !known.controller.signal.aborted ? known : begin(key, expectedBytes, build);
      building.waiting += 1;
      try {
        return await untilAborted(building.result, caller);
      } finally {
        building.waiting -= 1;
        if (building.waiting === 0 && caller.aborted) building.controller.abort(caller.reason);
      }
    },
  };
};
