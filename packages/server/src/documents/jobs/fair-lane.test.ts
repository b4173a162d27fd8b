import { describe, expect, it } from 'vitest';
import { createFairLane } from './fair-lane.js';

/** A lane whose jobs end when they are told to. */
const manualLane = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const lane = createFairLane(
    (id, signal) =>
      new Promise((resolve) => {
        begun.push(id);
        ends.set(id, resolve);
        signal.addEventListener('abort', () => resolve());
      }),
  );
  const finish = async (id: string) => {
    const ended = lane.ended(id);
    ends.get(id)?.();
    await ended;
  };
  return { lane, begun, finish };
};

describe('the lane of documents', () => {
  it('does one at a time, in order', async () => {
    const { lane, begun, finish } = manualLane();
    for (const id of ['a', 'b', 'c']) lane.add({ id, ownerId: 'one' });
    expect(begun).toEqual(['a']);
    await finish('a');
    await finish('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('gives owners their turns one after the other', async () => {
    const { lane, begun, finish } = manualLane();
    for (const id of ['a1', 'a2', 'a3']) lane.add({ id, ownerId: 'a' });
    for (const id of ['b1', 'b2']) lane.add({ id, ownerId: 'b' });
    for (const id of ['a1', 'b1', 'a2', 'b2']) await finish(id);
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('takes a waiting one out and aborts the one under way', async () => {
    const { lane, begun } = manualLane();
    for (const id of ['a', 'b', 'c']) lane.add({ id, ownerId: 'one' });
    await lane.cancel('b');
    expect(lane.ended('b')).toBeUndefined();
    await lane.cancel('a');
    expect(begun).toEqual(['a', 'c']);
  });

  it('begins nothing more when it is stopped', async () => {
    const { lane, begun } = manualLane();
    lane.add({ id: 'a', ownerId: 'one' });
    lane.add({ id: 'b', ownerId: 'one' });
    const waiting = lane.ended('b');
    await lane.stop();
    await waiting;
    lane.add({ id: 'c', ownerId: 'one' });
    expect(begun).toEqual(['a']);
  });
});
