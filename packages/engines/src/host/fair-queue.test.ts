import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';

const takeAll = <Lane extends object, Item>(queue: FairQueue<Lane, Item>): Item[] => {
  const items: Item[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
};

describe('a fair queue', () => {
  const [long, short, late] = [{ name: 'long' }, { name: 'short' }, { name: 'late' }];

  it('serves lanes in turn, each first in, first out', () => {
    const queue = new FairQueue<object, string>();
    for (const item of ['a1', 'a2', 'a3', 'a4']) queue.push(long, item);
    queue.push(short, 'b1');
    expect(queue.take()).toBe('a1');
    queue.push(late, 'c1');
    queue.push(late, 'c2');
    expect(takeAll(queue)).toEqual(['b1', 'a2', 'c1', 'a3', 'c2', 'a4']);
  });

  it('forgets a dropped lane and hands back what it held', () => {
    const queue = new FairQueue<object, string>();
    for (const item of ['a1', 'a2']) queue.push(long, item);
    queue.push(short, 'b1');
    expect(queue.drop(long)).toEqual(['a1', 'a2']);
    expect(queue.drop(long)).toEqual([]);
    expect(queue.size).toBe(1);
    expect(takeAll(queue)).toEqual(['b1']);
    expect(queue.size).toBe(0);
  });

  it('takes a lane back after it ran empty', () => {
    const queue = new FairQueue<object, string>();
    queue.push(long, 'a1');
    queue.take();
    queue.push(long, 'a2');
    expect(takeAll(queue)).toEqual(['a2']);
  });

  it('is emptied by clear', () => {
    const queue = new FairQueue<object, string>();
    queue.push(long, 'a1');
    queue.push(short, 'b1');
    expect(queue.clear()).toEqual(['a1', 'b1']);
    expect(queue.take()).toBeUndefined();
    expect(queue.size).toBe(0);
  });
});
