import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { EngineLifecycle } from './engine-lifecycle.js';
import { FairQueue, type QueueEntry } from './fair-queue.js';

interface Item extends QueueEntry {
  readonly name: string;
}

const createCaller = () => {
  const controller = new AbortController();
  const rejections: unknown[] = [];
  const item = (name: string): Item => ({
    name,
    signal: controller.signal,
    reject: (reason) => rejections.push([name, reason]),
  });
  return { controller, item, rejections };
};

/** The signals of so many batches of one caller. */
const batchesOf = async (caller: AbortSignal, count: number): Promise<readonly AbortSignal[]> => {
  const engine = new EngineLifecycle(
    { open: async () => {}, maintain() {}, close: async () => {} },
    { idleStopMs: 1000, stopGraceMs: 0 },
  );
  await engine.start();
  const signals: AbortSignal[] = [];
  const batches = Array.from({ length: count }, () =>
    engine.run(caller, async (signal) => signals.push(signal)),
  );
  await Promise.all(batches);
  await engine.stop();
  return signals;
};

const takeAll = (queue: FairQueue<Item>): string[] => {
  const names: string[] = [];
  for (let item = queue.take(); item; item = queue.take()) names.push(item.name);
  return names;
};

describe('a fair queue', () => {
  it('serves callers in turn, each first in, first out', () => {
    const queue = new FairQueue<Item>();
    const [long, short, late] = [createCaller(), createCaller(), createCaller()];
    for (const name of ['a1', 'a2', 'a3', 'a4']) queue.push(long.item(name));
    queue.push(short.item('b1'));
    expect(queue.take()?.name).toBe('a1');
    queue.push(late.item('c1'));
    queue.push(late.item('c2'));
    expect(takeAll(queue)).toEqual(['b1', 'a2', 'c1', 'a3', 'c2', 'a4']);
  });

  it('lets the first of some callers pass those before it; the others keep their order', () => {
    const queue = new FairQueue<Item>();
    const [long, longer] = [createCaller(), createCaller()];
    const [short, late] = [createCaller(), createCaller()];
    for (const name of ['a1', 'a2', 'a3']) queue.push(long.item(name));
    for (const name of ['b1', 'b2', 'b3']) queue.push(longer.item(name));
    queue.push(short.item('c1'));
    queue.push(late.item('d1'));
    const mayPass = (caller: AbortSignal) => queue.countOf(caller) === 1;
    expect(queue.letPass(mayPass)).toBe(true);
    expect(queue.letPass(mayPass)).toBe(false);
    expect(takeAll(queue)).toEqual(['c1', 'a1', 'b1', 'd1', 'a2', 'b2', 'a3', 'b3']);
  });

  it('takes all batches of a caller for one caller, and serves them one after the other', async () => {
    const queue = new FairQueue<Item>();
    const [long, short] = [createCaller(), createCaller()];
    const [first, second] = await batchesOf(long.controller.signal, 2);
    if (!first || !second) throw new Error('there are no batches');
    queue.push({ ...long.item('a1'), signal: first });
    queue.push({ ...long.item('a2'), signal: second });
    queue.push({ ...long.item('a3'), signal: first });
    queue.push(short.item('b1'));
    expect(queue.countOf(long.controller.signal)).toBe(3);
    expect(takeAll(queue)).toEqual(['a1', 'b1', 'a3', 'a2']);
  });

  it('drops one batch of a caller when only that aborts', () => {
    const queue = new FairQueue<Item>();
    const long = createCaller();
    const batch = new AbortController();
    queue.push({ ...long.item('a1'), signal: batch.signal });
    queue.push(long.item('a2'));
    batch.abort('failed');
    expect(long.rejections).toEqual([['a1', 'failed']]);
    expect(queue.size).toBe(1);
    expect(takeAll(queue)).toEqual(['a2']);
  });

  it('drops what a caller waits for when its signal aborts, and rejects it with the reason', () => {
    const queue = new FairQueue<Item>();
    const [long, short] = [createCaller(), createCaller()];
    for (const name of ['a1', 'a2']) queue.push(long.item(name));
    queue.push(short.item('b1'));
    long.controller.abort('left');
    expect(long.rejections).toEqual([
      ['a1', 'left'],
      ['a2', 'left'],
    ]);
    expect(queue.size).toBe(1);
    expect(takeAll(queue)).toEqual(['b1']);
    expect(queue.size).toBe(0);
  });

  it('serves a caller again that ran out of items, and rejects none that was taken', () => {
    const queue = new FairQueue<Item>();
    const caller = createCaller();
    queue.push(caller.item('a1'));
    queue.take();
    queue.push(caller.item('a2'));
    expect(takeAll(queue)).toEqual(['a2']);
    queue.push(caller.item('a3'));
    caller.controller.abort('left');
    expect(caller.rejections).toEqual([['a3', 'left']]);
  });

  it('listens to a signal only as long as it holds an item for it', () => {
    const queue = new FairQueue<Item>();
    const { controller, item } = createCaller();
    const listeners = () => getEventListeners(controller.signal, 'abort').length;
    queue.push(item('one'));
    queue.push(item('two'));
    expect(listeners()).toBe(1);
    takeAll(queue);
    expect(listeners()).toBe(0);
    queue.push(item('three'));
    queue.clear();
    expect(listeners()).toBe(0);
  });

  it('is emptied by clear', () => {
    const queue = new FairQueue<Item>();
    queue.push(createCaller().item('a1'));
    queue.push(createCaller().item('b1'));
    expect(queue.clear().map(({ name }) => name)).toEqual(['a1', 'b1']);
    expect(queue.take()).toBeUndefined();
    expect(queue.size).toBe(0);
  });
});
