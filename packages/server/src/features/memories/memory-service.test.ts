import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { MemoryRecord, MemoryStore, StoredSegment } from './memory-record.js';
import { createMemoryService } from './memory-service.js';

const memoryOf = (ownerId: string): MemoryRecord => ({
  id: 'id',
  number: 1,
  ownerId,
  name: 'words',
  sourceLanguage: 'en',
  targetLanguages: ['de'],
  segmentCount: 50_000,
  bucketBits: 0,
  createdAtMs: 0,
});

const segmentAt = (position: number): StoredSegment => ({
  position,
  text: 'One',
  codes: [],
  targets: [],
});

/** A memory of a filter that finds nothing, and whose steps end when they may. */
const startService = () => {
  const reads: (() => void)[] = [];
  const store: Pick<MemoryStore, 'find' | 'readSegments'> = {
    find: async ({ ownerId }) => memoryOf(ownerId),
    readSegments: (_number, from, limit) =>
      new Promise((resolve) => {
        reads.push(() => resolve(Array.from({ length: limit }, (_, at) => segmentAt(from + at))));
      }),
  };
  const { findSegments } = createMemoryService(store as MemoryStore, Date.now);
  const filter = { text: 'nowhere', isCaseSensitive: false };
  const search = (ownerId: string, signal: AbortSignal) =>
    findSegments({ ownerId, id: 'id' }, { pageSize: 10, cursor: undefined, filter }, signal);
  return { reads, search };
};

/** Long enough for all that waits for nothing. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
};

it('a filter reads no further when its caller has left', async () => {
  const { reads, search } = startService();
  const caller = new AbortController();
  const found = search('owner', caller.signal);
  await settle();
  caller.abort(new Error('left'));
  for (const read of reads.splice(0)) read();
  await expect(found).rejects.toThrow('left');
  await settle();
  expect(reads).toHaveLength(0);
});

it('filters of one key read one after another, and do not hold up those of others', async () => {
  const { reads, search } = startService();
  const caller = new AbortController();
  const all = ['many', 'many', 'many', 'other'].map((owner) => search(owner, caller.signal));
  await settle();
  expect(reads).toHaveLength(2);
  caller.abort(new Error('left'));
  for (const read of reads.splice(0)) read();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(
    Array(4).fill('rejected'),
  );
});
