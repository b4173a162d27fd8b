import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTurnQueue } from './turns.js';

describe('turns', () => {
  it('let one caller go on at a time, in their order', async () => {
    const inTurn = createTurnQueue();
    const gone: number[] = [];
    const all = Promise.all(
      [0, 1, 2, 3].map(async (number) => {
        await inTurn();
        gone.push(number);
      }),
    );
    const counts: number[] = [];
    while (gone.length < 4) {
      await nextTurn();
      counts.push(gone.length);
    }
    await all;
    expect(gone).toEqual([0, 1, 2, 3]);
    // Never two in the same turn.
    expect([...new Set([0, ...counts])]).toEqual([0, 1, 2, 3, 4]);
  });
});
