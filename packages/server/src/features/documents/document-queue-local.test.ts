import { describe, expect, it } from 'vitest';
import type { WorkLimits } from '../../platform/work-queue.js';
import { createFairLane } from './document-queue-local.js';

/** A lane whose jobs end when they are told to. */
const manualLane = (limits: WorkLimits = { all: 1, perOwner: 1 }) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const lane = createFairLane(
    limits,
    (id, signal) =>
      new Promise((resolve) => {
        begun.push(id);
        ends.set(id, resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  );
  const add = (ownerId: string, ...ids: readonly string[]) => {
    for (const id of ids) lane.add({ id, ownerId, byteCount: 1 });
  };
  const finish = async (id: string) => {
    const ended = lane.ended(id);
    ends.get(id)?.();
    await ended;
  };
  return { lane, begun, add, finish };
};

describe('the lane of documents', () => {
  it('does as many at a time as it may, in order', async () => {
    const { begun, add, finish } = manualLane({ all: 2, perOwner: 2 });
    add('one', 'a', 'b', 'c');
    expect(begun).toEqual(['a', 'b']);
    await finish('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('gives owners their turns one after the other', async () => {
    const { begun, add, finish } = manualLane();
    add('a', 'a1', 'a2', 'a3');
    add('b', 'b1', 'b2');
    for (const id of ['a1', 'b1', 'a2', 'b2']) await finish(id);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('keeps places free from an owner with many', async () => {
    const { begun, add, finish } = manualLane({ all: 3, perOwner: 2 });
    add('a', 'a1', 'a2', 'a3', 'a4');
    expect(begun).toEqual(['a1', 'a2']);
    add('b', 'b1');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await finish('a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('tells how many are before one', async () => {
    const { lane, begun, add, finish } = manualLane();
    add('a', 'a1', 'a2', 'a3');
    add('b', 'b1', 'b2');
    add('c', 'c1');
    const waiting = ['b1', 'c1', 'a2', 'b2', 'a3'];
    expect(waiting.map(lane.position)).toEqual([1, 2, 3, 4, 5]);
    expect(lane.position('a1')).toBeUndefined();
    for (const id of ['a1', 'b1', 'c1', 'a2', 'b2']) await finish(id);
    expect(begun.slice(1)).toEqual(waiting);
  });

  it('takes a waiting one out and aborts the one under way', async () => {
    const { lane, begun, add } = manualLane();
    add('one', 'a', 'b', 'c');
    await lane.cancel('b');
    expect(lane.ended('b')).toBeUndefined();
    await lane.cancel('a');
    expect(begun).toEqual(['a', 'c']);
  });

  it('begins nothing more when it is stopped', async () => {
    const { lane, begun, add } = manualLane();
    add('one', 'a', 'b');
    const waiting = lane.ended('b');
    await lane.stop();
    await waiting;
    add('one', 'c');
    expect(begun).toEqual(['a']);
  });
});
