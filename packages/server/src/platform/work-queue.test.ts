import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createWorkQueue, type WorkLimits } from './work-queue.js';

const never = new AbortController().signal;

/** A queue, and in which order its work was begun. */
const observedQueue = (limits: WorkLimits) => {
  const begun: string[] = [];
  const queue = createWorkQueue(limits);
  /** Several pieces of work, one after the other. */
  const doAll = async (ownerId: string, name: string, count: number, signal = never) => {
    for (let index = 1; index <= count; index++) {
      await queue.run({ ownerId }, signal, async () => begun.push(`${name}${index}`));
    }
  };
  return { queue, begun, doAll };
};

/** Counts the work that runs, until it has taken some turns of the event loop. */
const countRunning = (counts: number[], after = () => {}) => {
  let running = 0;
  return async () => {
    counts.push(++running);
    await nextTurn();
    running--;
    after();
  };
};

describe('a queue of work', () => {
  it('begins work in the same turn if there is room', async () => {
    const { queue, begun } = observedQueue({ all: 1 });
    const result = queue.run({ ownerId: 'one' }, never, async () => begun.push('a'));
    expect(begun).toEqual(['a']);
    expect(await result).toBe(1);
  });

  it('gives owners their turns one after the other', async () => {
    const { begun, doAll } = observedQueue({ all: 1, perOwner: 1 });
    await Promise.all([doAll('one', 'a', 3), doAll('one', 'b', 3), doAll('two', 'c', 2)]);
    expect(begun.indexOf('c2')).toBeLessThan(5);
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2']);
  });

  it('runs at most as much at a time as may be now', async () => {
    let limit = 2;
    const counts: number[] = [];
    const queue = createWorkQueue({ all: () => limit });
    const work = countRunning(counts, () => {
      limit = 1;
    });
    await Promise.all(['a', 'b', 'c', 'd'].map((ownerId) => queue.run({ ownerId }, never, work)));
    expect(counts).toEqual([1, 2, 1, 1]);
  });

  it('runs at most as much of one owner as may be', async () => {
    const counts: number[] = [];
    const queue = createWorkQueue({ all: 10, perOwner: 2 });
    const work = countRunning(counts);
    await Promise.all(Array.from({ length: 5 }, () => queue.run({ ownerId: 'one' }, never, work)));
    expect(Math.max(...counts)).toBe(2);
    expect(counts).toHaveLength(5);
  });

  it('does smaller work first, and none that nobody waits for any more', async () => {
    const { queue, begun } = observedQueue({ all: 1 });
    const run = (size: number, signal = never) =>
      queue.run({ ownerId: 'one', size }, signal, async () => begun.push(`${size}`));
    const leaving = new AbortController();
    const all = Promise.allSettled([run(5), run(9), run(3, leaving.signal), run(1), run(7)]);
    leaving.abort(new Error('left'));
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(begun).toEqual(['5', '1', '7', '9']);
  });

  it('goes on after work that failed', async () => {
    const { queue, doAll, begun } = observedQueue({ all: 1 });
    const failed = queue.run({ ownerId: 'one' }, never, async () => {
      throw new Error('an engine');
    });
    const next = doAll('two', 'a', 1);
    await expect(failed).rejects.toThrow('an engine');
    await next;
    expect(begun).toEqual(['a1']);
  });

  it('lets work that waits leave with the reason of its signal', async () => {
    const { queue, doAll, begun } = observedQueue({ all: 1 });
    const abort = new AbortController();
    const reason = new Error('removed');
    const first = queue.run({ ownerId: 'one' }, never, async () => abort.abort(reason));
    const left = doAll('two', 'never', 1, abort.signal);
    const last = doAll('three', 'last', 1);
    await first;
    await expect(left).rejects.toBe(reason);
    await last;
    expect(begun).toEqual(['last1']);
  });

  it('begins nothing whose signal has aborted', async () => {
    const { doAll, begun } = observedQueue({ all: 1 });
    const reason = new Error('left');
    await expect(doAll('one', 'a', 1, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(begun).toEqual([]);
  });

  it('knows which one comes when', async () => {
    const { queue } = observedQueue({ all: 1 });
    const names: string[] = [];
    const add = (ownerId: string, name: string) => {
      const queued = { ownerId, name };
      const ended = queue.run(queued, never, async () => {
        names.push(name);
        await nextTurn();
      });
      return { queued, name, ended };
    };
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name.slice(0, 1), name));
    const positions = all.map(({ queued, name }) => ({ name, at: queue.position(queued) ?? 0 }));
    await Promise.all(all.map(({ ended }) => ended));
    const expected = positions.toSorted((one, other) => one.at - other.at).map(({ name }) => name);
    expect(names).toEqual(expected);
    expect(all.map(({ queued }) => queue.position(queued))).toEqual(Array(6).fill(undefined));
  });
});
