import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurnQueue } from './turns.js';

/** Callers that each work for so long, and who had gone on after each turn. */
const goOn = async (workMs: readonly number[]): Promise<readonly (readonly number[])[]> => {
  let nowMs = 0;
  const inTurn = createTurnQueue(5, () => nowMs);
  const gone: number[] = [];
  const all = Promise.all(
    workMs.map(async (ms, number) => {
      await inTurn();
      gone.push(number);
      nowMs += ms;
    }),
  );
  const turns: (readonly number[])[] = [];
  while (gone.length < workMs.length) {
    const before = gone.length;
    await turn();
    if (gone.length > before) turns.push(gone.slice(before));
  }
  await all;
  return turns;
};

describe('turns', () => {
  it('let callers go on in their order, one at a time where each takes long', async () => {
    expect(await goOn([6, 6, 6])).toEqual([[0], [1], [2]]);
  });

  it('let several go on in one turn until it has taken its time', async () => {
    const turns = await goOn([2, 2, 2, 2, 2, 2, 2]);
    expect(turns.flat()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(Math.max(...turns.map(({ length }) => length))).toBe(3);
  });

  it('let one caller go on again only after other events', async () => {
    const inTurn = createTurnQueue();
    let others = 0;
    const count = async (): Promise<void> => {
      for (let index = 0; index < 10; index++) {
        await turn();
        others++;
      }
    };
    const counting = count();
    for (let index = 0; index < 10; index++) {
      await inTurn();
      expect(others).toBeGreaterThanOrEqual(index);
    }
    await counting;
  });
});
