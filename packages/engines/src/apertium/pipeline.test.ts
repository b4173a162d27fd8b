import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PipelineQueue,
  type QueuedMessage,
  RecordSplitter,
  RecordTooLargeError,
} from './pipeline.js';

const splitAt = (bytes: Buffer, cuts: readonly number[]): readonly Buffer[] => {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  edges.sort((left, right) => left - right);
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
};

describe('null-flush framing', () => {
  it('finds the same records however the byte stream is split', () => {
    const record = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.array(record), fc.array(fc.nat()), (records, cuts) => {
        const bytes = Buffer.from(records.map((text) => `${text}\0`).join(''));
        const splitter = new RecordSplitter(1_000_000);
        const found: string[] = [];
        for (const chunk of splitAt(bytes, cuts)) splitter.push(chunk, (text) => found.push(text));
        expect(found).toEqual(records);
      }),
    );
  });

  it('gives up on a record without an end', () => {
    const splitter = new RecordSplitter(10);
    splitter.push(Buffer.from('0123456789'), () => {});
    expect(() => splitter.push(Buffer.from('x'), () => {})).toThrow(RecordTooLargeError);
  });
});

const caller = (): AbortSignal => new AbortController().signal;
const message = (body: string, signal: AbortSignal, isSuspect = false): QueuedMessage => ({
  body,
  signal,
  isSuspect,
  failures: 0,
  maxFailures: 2,
  onAnswer() {},
  reject() {},
});

const NOTHING = { inFlightCount: 0, inFlightCharacters: 0, oldest: undefined };
const busy = (count: number, characters = 0, isSuspect = false) => ({
  inFlightCount: count,
  inFlightCharacters: characters,
  oldest: { isSuspect },
});

describe('the queue of a pipeline', () => {
  const window = { maxInFlightMessages: 2, maxInFlightCharacters: 100 };

  it('writes ahead within its window, but always one message', () => {
    const queue = new PipelineQueue(window);
    const client = caller();
    for (const body of ['1', '2']) queue.push(message(body, client));
    expect(queue.next(busy(2))).toBeUndefined();
    expect(queue.next(busy(1, 100))).toBeUndefined();
    expect(queue.next(busy(1, 99))?.body).toBe('1');
    expect(queue.next(NOTHING)?.body).toBe('2');
  });

  it('sends interrupted messages again before others, in order, and none nobody waits for', () => {
    const queue = new PipelineQueue(window);
    const [client, gone] = [caller(), AbortSignal.abort('left')];
    queue.push(message('new', client));
    queue.pushAgain([message('1', client), message('x', gone), message('2', client)]);
    expect(
      [queue.next(NOTHING), queue.next(NOTHING), queue.next(NOTHING)].map((m) => m?.body),
    ).toEqual(['1', '2', 'new']);
  });

  it('runs a suspect with nothing beside it', () => {
    const queue = new PipelineQueue(window);
    const client = caller();
    queue.push(message('suspect', client, true));
    queue.push(message('ordinary', client));
    expect(queue.next(busy(1))).toBeUndefined();
    expect(queue.next(NOTHING)?.body).toBe('suspect');
    expect(queue.next(busy(1, 0, true))).toBeUndefined();
    expect(queue.next(NOTHING)?.body).toBe('ordinary');
  });

  it('lets a window of ordinary messages go between two suspects', () => {
    const queue = new PipelineQueue(window);
    const client = caller();
    for (const body of ['s1', 's2']) queue.push(message(body, client, true));
    for (const body of ['1', '2', '3']) queue.push(message(body, client));
    const order: (string | undefined)[] = [];
    for (let next = queue.next(NOTHING); next; next = queue.next(NOTHING)) {
      order.push(next.body);
      if (next.isSuspect) queue.letOthersGoFirst();
    }
    expect(order).toEqual(['s1', '1', '2', 's2', '3']);
  });

  it('skips a batch nobody waits for any more, wherever it is', () => {
    const queue = new PipelineQueue(window);
    const controller = new AbortController();
    queue.push(message('1', controller.signal));
    queue.push(message('2', controller.signal, true));
    queue.pushAgain([message('3', controller.signal)]);
    queue.push(message('kept', caller()));
    controller.abort('left');
    expect(queue.next(NOTHING)?.body).toBe('kept');
    expect(queue.size).toBe(0);
  });
});
