import { setImmediate as otherEvents } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCallerTurns } from './request-turns.js';

describe('work that arrives at the same moment', () => {
  it('is begun for a while in each turn, and other events have theirs', async () => {
    let nowMs = 0;
    const inTurn = createCallerTurns(5, () => nowMs);
    let [turn, done] = [0, 0];
    const ofTurn = new Map<number, number>();
    for (let index = 0; index < 100; index++) {
      inTurn('one', () => {
        nowMs += 2;
        done++;
        ofTurn.set(turn, (ofTurn.get(turn) ?? 0) + 1);
      });
    }
    while (done < 100) {
      await otherEvents();
      turn++;
      nowMs++;
    }
    expect(Math.max(...ofTurn.values())).toBeLessThanOrEqual(3);
    expect(ofTurn.size).toBeGreaterThanOrEqual(33);
  });

  it('counts what follows from it without waiting', async () => {
    let nowMs = 0;
    const inTurn = createCallerTurns(5, () => nowMs);
    let [turn, done] = [0, 0];
    const turns = new Set<number>();
    for (let index = 0; index < 10; index++) {
      inTurn('one', async () => {
        await Promise.resolve();
        nowMs += 10;
        done++;
        turns.add(turn);
      });
    }
    while (done < 10) {
      await otherEvents();
      turn++;
    }
    expect(turns.size).toBe(10);
  });

  it('is begun for each caller in turn, however much one has', async () => {
    const inTurn = createCallerTurns(Number.POSITIVE_INFINITY);
    const order: string[] = [];
    for (const [caller, count] of [
      ['many', 50],
      ['few', 2],
    ] as const) {
      for (let index = 0; index < count; index++) inTurn(caller, () => order.push(caller));
    }
    while (order.length < 52) await otherEvents();
    expect(order.slice(0, 5)).toEqual(['many', 'few', 'many', 'few', 'many']);
  });
});
