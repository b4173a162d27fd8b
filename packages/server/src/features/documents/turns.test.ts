import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.js';

const never = new AbortController().signal;

/** Turns without rests, and what was done in them. */
const manualTurns = (limit: () => number = () => 1) => {
  const done: string[] = [];
  const turns = createTurns(limit, async () => {});
  /** A document of so many batches. */
  const document = async (ownerId: string, name: string, batches: number, signal = never) => {
    const inTurn = turns.of(ownerId);
    for (let batch = 1; batch <= batches; batch++) {
      await inTurn(async () => done.push(`${name}${batch}`), signal);
    }
  };
  return { done, document };
};

describe('turns', () => {
  it('go from owner to owner, batch by batch', async () => {
    const { done, document } = manualTurns();
    await Promise.all([document('one', 'a', 3), document('one', 'b', 3), document('two', 'c', 2)]);
    expect(done.indexOf('c2')).toBeLessThan(5);
    expect(done.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2']);
  });

  it('are at most as many at a time as may be now', async () => {
    let limit = 2;
    let running = 0;
    const seen: number[] = [];
    const turns = createTurns(
      () => limit,
      async () => {},
    );
    const work = async () => {
      running++;
      seen.push(running);
      await Promise.resolve();
      running--;
      limit = 1;
    };
    await Promise.all(['a', 'b', 'c', 'd'].map((owner) => turns.of(owner)(work, never)));
    expect(seen).toEqual([1, 2, 1, 1]);
  });

  it('go on after work that failed, and without one that was aborted while it waited', async () => {
    const { done, document } = manualTurns();
    const abort = new AbortController();
    const reason = new Error('removed');
    const turns = createTurns(
      () => 1,
      async () => {},
    );
    const failed = turns.of('one')(async () => {
      abort.abort(reason);
      throw new Error('an engine');
    }, never);
    const aborted = turns.of('two')(async () => 'never', abort.signal);
    const last = turns.of('three')(async () => 'last', never);
    await expect(failed).rejects.toThrow('an engine');
    await expect(aborted).rejects.toBe(reason);
    expect(await last).toBe('last');
    await document('one', 'a', 1);
    expect(done).toEqual(['a1']);
  });
});
