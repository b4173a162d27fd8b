import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createYieldQueue, inPortions, mapYielding } from './event-loop.js';
import { requestSignalOf } from './request-signals.js';

/** Callers that each work for so long, and who had gone on after each turn. */
const runAll = async (workMs: readonly number[]): Promise<readonly (readonly number[])[]> => {
  let nowMs = 0;
  const inTurn = createYieldQueue(5, () => nowMs);
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
    expect(await runAll([6, 6, 6])).toEqual([[0], [1], [2]]);
  });

  it('let several go on in one turn until it has taken its time', async () => {
    const turns = await runAll([2, 2, 2, 2, 2, 2, 2]);
    expect(turns.flat()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(Math.max(...turns.map(({ length }) => length))).toBe(3);
  });

  it('let one caller go on again only after other events', async () => {
    const inTurn = createYieldQueue();
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

describe('work that is done in turns', () => {
  it('gives each item its result, and other work its turn between them', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    const results = await mapYielding(
      ['a', 'b'],
      new AbortController().signal,
      () => 10_000,
      (item, index) => {
        order.push(item);
        return `${item}${index}`;
      },
    );
    expect(results).toEqual(['a0', 'b1']);
    expect(order).toEqual(['a', 'other', 'b']);
  });

  it('ends when its signal aborts', async () => {
    const leaving = new AbortController();
    const work = mapYielding(
      [1, 2, 3],
      leaving.signal,
      () => 10_000,
      (item) => {
        if (item === 2) leaving.abort(new Error('left'));
        return item;
      },
    );
    await expect(work).rejects.toThrow('left');
  });
});

describe('work that is begun in portions', () => {
  const lengthOf = () => 500;
  const numbers = Array.from({ length: 100 }, (_, index) => index);

  it('gives each item its result, and other work its turn between them', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('other'));
    const results = await inPortions(
      new AbortController().signal,
      lengthOf,
      async (some: readonly number[]) => {
        order.push(`from ${some[0]}`);
        return some.map((number) => 2 * number);
      },
    )(numbers);
    expect(results).toEqual(numbers.map((number) => 2 * number));
    expect(order.slice(0, 3)).toEqual(['from 0', 'other', 'from 8']);
  });

  it('ends the portions that run when one of them fails, all for the same caller', async () => {
    const caller = new AbortController();
    const signals: AbortSignal[] = [];
    const failing = inPortions(caller.signal, lengthOf, async ([first], signal) => {
      signals.push(signal);
      if (first === 0) await once(signal, 'abort');
      else throw new Error('failed');
      return [];
    });
    await expect(failing(numbers)).rejects.toThrow('failed');
    expect(signals.map((signal) => [signal.aborted, requestSignalOf(signal)])).toEqual([
      [true, caller.signal],
      [true, caller.signal],
    ]);
    expect(caller.signal.aborted).toBe(false);
  });

  it('fails as a whole when one of them fails, and begins no more when its signal aborts', async () => {
    const failing = inPortions(new AbortController().signal, lengthOf, async () => {
      throw new Error('failed');
    });
    await expect(failing(numbers)).rejects.toThrow('failed');
    const leaving = new AbortController();
    const begun: number[] = [];
    const left = inPortions(leaving.signal, lengthOf, async (some: readonly number[]) => {
      begun.push(some.length);
      leaving.abort(new Error('left'));
      throw new Error('failed');
    });
    await expect(left(numbers)).rejects.toThrow('left');
    expect(begun).toHaveLength(1);
  });
});
