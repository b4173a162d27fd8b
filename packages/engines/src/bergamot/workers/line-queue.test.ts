import { describe, expect, it } from 'vitest';
import { type Line, LineQueue } from './line-queue.js';

const lineOf = (tokens: number): Line => ({
  request: { text: 'a' } as unknown as Line['request'],
  tokens,
  signal: new AbortController().signal,
  onTaken() {},
  resolve() {},
  reject() {},
  losses: 0,
});

const tokensOfBatches = (tokens: readonly number[], maxLines: number, maxTokens: number) => {
  const queue = new LineQueue();
  for (const count of tokens) queue.push(lineOf(count));
  const batches: number[][] = [];
  while (queue.size > 0) batches.push(queue.take(maxLines, maxTokens).map((line) => line.tokens));
  return batches;
};

describe('a batch of lines', () => {
  it('never has more tokens than allowed, but for a line that has them by itself', () => {
    expect(tokensOfBatches([500, 100, 10, 600, 512, 1], 64, 512)).toEqual([
      [500],
      [100, 10],
      [600],
      [512],
      [1],
    ]);
  });

  it('never has more lines than allowed', () => {
    expect(tokensOfBatches([1, 1, 1], 2, 512)).toEqual([[1, 1], [1]]);
  });
});
