import { describe, expect, it } from 'vitest';
import { createEstimate, createThrottle } from './document-jobs.js';

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

/** How long a document rests after each of these batches, in milliseconds. */
const restsAfter = async (isNeeded: boolean, batchesMs: readonly number[]) => {
  const rests: number[] = [];
  const giveWay = createThrottle(
    () => isNeeded,
    async (delayMs, value) => {
      rests.push(delayMs ?? 0);
      return value as never;
    },
  );
  for (const batchMs of batchesMs) await giveWay(batchMs, new AbortController().signal);
  return rests;
};

describe('giving way to texts', () => {
  it('rests twice as long as it worked, and no longer than a second', async () => {
    expect(await restsAfter(true, [20, 400, 30_000])).toEqual([40, 800, 1000]);
  });

  it('does not rest after a batch from the cache', async () => {
    expect(await restsAfter(true, [0.1])).toEqual([]);
  });

  it('does not rest while nobody sends texts', async () => {
    expect(await restsAfter(false, [20, 400])).toEqual([]);
  });

  it('ends its rest when the document is cancelled', async () => {
    const leaving = new AbortController();
    const resting = createThrottle(() => true)(30_000, leaving.signal);
    leaving.abort(new Error('cancelled'));
    await expect(resting).rejects.toThrow();
  });
});
