import { termMatcherOf } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import { buildIndexes, createSmallestFirst } from './index-builder.js';

const pair = { source: 'en', target: 'de' };
const tsvOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `word${index} here\tWort${index} hier`).join('\n');

describe('the indexes of glossaries', () => {
  it.each([10, 5000])(
    'find the terms of %i entries, the first dictionary before others',
    async (count) => {
      const dictionaries = [tsvOf(count), 'word3 here\tanders\nYahoo! Mail\tPost'];
      const indexes = await buildIndexes({ language: 'en', dictionaries });
      const matcher = termMatcherOf(indexes, pair);
      const targets = matcher.find('A word3 here, yahoo! mail and word7 HERE').map(matcher.write);
      expect(targets).toEqual(['Wort3 hier', 'Post', 'Wort7 hier']);
      expect(matcher.unsplitTerms).toHaveLength(1);
    },
  );
});

describe('work that takes long', () => {
  it('is done one at a time, the smallest first, and not begun when nobody waits for it', async () => {
    const inTurn = createSmallestFirst();
    const done: number[] = [];
    const nobodyLeaves = new AbortController().signal;
    const run = (size: number, signal = nobodyLeaves) =>
      inTurn(size, signal, async () => {
        done.push(size);
      });
    const left = AbortSignal.abort(new Error('left'));
    const all = Promise.allSettled([run(5), run(9), run(3, left), run(1), run(7)]);
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(done).toEqual([5, 1, 7, 9]);
  });
});
