import { describe, expect, it } from 'vitest';
import { createEstimate, createThrottle, createTurns } from './document-jobs.js';

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
