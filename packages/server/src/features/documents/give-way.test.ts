import { describe, expect, it } from 'vitest';
import { createGiveWay } from './give-way.js';

/** How long a document rests after each of these batches, in milliseconds. */
const restsAfter = async (isNeeded: boolean, batchesMs: readonly number[]) => {
  const rests: number[] = [];
  const giveWay = createGiveWay(
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
    const resting = createGiveWay(() => true)(30_000, leaving.signal);
    leaving.abort(new Error('cancelled'));
    await expect(resting).rejects.toThrow();
  });
});
