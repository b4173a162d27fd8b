import { expect, it } from 'vitest';
import { createEstimate } from './estimate.js';

/** What is told of a document after batches of 500 characters that took so long. */
const estimates = (all: number, ...batchesMs: readonly number[]) => {
  let nowMs = 0;
  const estimate = createEstimate(() => nowMs);
  return batchesMs.map((batchMs, index) => {
    nowMs += batchMs;
    const endMs = estimate(500 * (index + 1), all);
    return endMs === undefined ? undefined : Math.round((endMs - nowMs) / 1000);
  });
};

it('there is no estimate before there is a speed', () => {
  expect(estimates(1_000_000, 2000, 500, 400)).toEqual([undefined, undefined, undefined]);
});

it('a slow start is forgotten', () => {
  const told = estimates(100_000, 20_000, ...Array.from({ length: 99 }, () => 1000));
  expect(told[0]).toBe(3980);
  expect(told.at(-1)).toBe(100);
});
