import { type TermMatcher, termMatcherOf } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import { buildIndexes, createMatcherCache } from './find-terms.js';

const pair = { source: 'en', target: 'de' };
const tsvOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `word${index} here\tWort${index} hier`).join('\n');

describe('the indexes of glossaries', () => {
  it.each([10, 5000])(
    'find the terms of %i entries, the first dictionary before others',
    async (count) => {
      const dictionaries = [tsvOf(count), 'word3 here\tanders\nYahoo! Mail\tPost'].map((tsv) =>
        Buffer.from(tsv),
      );
      const indexes = await buildIndexes({ language: 'en', dictionaries }, { ownerId: 'owner' });
      const matcher = termMatcherOf([indexes], pair);
      const targets = matcher.find('A word3 here, yahoo! mail and word7 HERE').map(matcher.write);
      expect(targets).toEqual(['Wort3 hier', 'Post', 'Wort7 hier']);
      expect(indexes.unsplit).toBeDefined();
    },
  );
});

const matcher = (): TermMatcher => ({
  pair: { source: 'en', target: 'de' },
  indexes: [],
  find: () => [],
  write: () => '',
});

const nobodyLeaves = new AbortController().signal;

/** A cache for ten bytes, and which matchers it built. */
const smallCache = () => {
  const cache = createMatcherCache(10);
  const built: string[] = [];
  const get = (key: string, bytes: number) =>
    cache.get(
      key,
      bytes,
      async () => {
        built.push(key);
        return { matcher: matcher(), bytes };
      },
      nobodyLeaves,
    );
  return { cache, built, get };
};

describe('matchers in memory', () => {
  it('are built once, also for several callers at the same time', async () => {
    const { built, get } = smallCache();
    const [first, second] = await Promise.all([get('a', 1), get('a', 1)]);
    expect(second).toBe(first);
    expect((await get('a', 1)).matcher).toBe(first?.matcher);
    expect(built).toEqual(['a']);
  });

  it('are evicted when there is no room, the least recently used first', async () => {
    const { built, get } = smallCache();
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, 5);
    expect(built).toEqual(['a', 'b', 'c', 'b']);
  });

  it('take the room that they turn out to need', async () => {
    const { cache, built, get } = smallCache();
    await cache.get('a', 1, async () => ({ matcher: matcher(), bytes: 10 }), nobodyLeaves);
    await get('b', 1);
    await get('a', 1);
    expect(built).toEqual(['b', 'a']);
  });

  it('are kept alone if they are larger than all room', async () => {
    const { built, get } = smallCache();
    for (const key of ['a', 'huge', 'huge', 'a']) await get(key, key === 'huge' ? 1000 : 5);
    expect(built).toEqual(['a', 'huge', 'a']);
  });

  it('are waited for until the caller leaves, and given up when the last one has left', async () => {
    const { cache } = smallCache();
    const [first, second] = [new AbortController(), new AbortController()];
    const told: AbortSignal[] = [];
    const build = (signal: AbortSignal) => {
      told.push(signal);
      return new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const waiting = [first, second].map(({ signal }) => cache.get('a', 1, build, signal));
    first.abort(new Error('left first'));
    await expect(waiting[0]).rejects.toThrow('left first');
    expect(told.map(({ aborted }) => aborted)).toEqual([false]);
    second.abort(new Error('left last'));
    await expect(waiting[1]).rejects.toThrow('left last');
    expect(told.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('are built again if that failed', async () => {
    const { cache, built, get } = smallCache();
    const failure = cache.get('a', 1, () => Promise.reject(new Error('no database')), nobodyLeaves);
    await expect(failure).rejects.toThrow('no database');
    await get('a', 1);
    expect(built).toEqual(['a']);
  });
});
