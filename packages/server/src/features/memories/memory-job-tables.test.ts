import { describe, expect, it } from 'vitest';
import { TEST_DATABASES } from '../../platform/database/testing/test-databases.js';
import { useStores } from '../../platform/database/testing/use-stores.js';
import type { MemoryJobRecord } from './memory-record.js';

const importJob = (id: string, change: Partial<MemoryJobRecord> = {}): MemoryJobRecord => ({
  id,
  ownerId: 'owner',
  operation: 'import',
  state: 'awaiting_input',
  token: 'secret',
  memoryId: null,
  name: 'name',
  skippedCount: null,
  errorMessage: null,
  attempts: 0,
  sourceFile: { name: 'a.tmx', contentType: 'application/xml', contentLength: 12 },
  createdAtMs: 1000,
  updatedAtMs: 1000,
  expiresAtMs: 2000,
  ...change,
});

const ANY = { jobs: 10, bytes: 1000 };
const TWO = { jobs: 2, bytes: 1000 };
const ONE = { jobs: 1, bytes: 1000 };

const exportJob = (id: string, change: Partial<MemoryJobRecord> = {}): MemoryJobRecord =>
  importJob(id, {
    operation: 'export',
    state: 'completed',
    memoryId: 'memory',
    name: null,
    sourceFile: null,
    ...change,
  });

describe.each(TEST_DATABASES)('jobs of translation memories in a $name', (kind) => {
  const used = useStores(kind);
  const storeOf = () => used().accounts.memoryJobStore;

  it('are returned as they were stored and changed', async () => {
    const store = storeOf();
    const job = importJob('a');
    await store.insert(job, ANY);
    expect(await store.find('a')).toEqual(job);
    expect(await store.find('b')).toBeUndefined();
    const change = {
      state: 'completed',
      updatedAtMs: 1500,
      memoryId: 'm',
      skippedCount: 3,
    } as const;
    expect(await store.change('a', 'processing', change)).toBe(false);
    expect(await store.change('a', 'awaiting_input', change)).toBe(true);
    expect(await store.find('a')).toEqual({ ...job, ...change });
  });

  it('wait for their files in a limited number', async () => {
    const store = storeOf();
    expect(await store.insert(importJob('a'), TWO)).toBe(true);
    expect(await store.insert(exportJob('b'), TWO)).toBe(true);
    expect(await store.insert(importJob('c'), TWO)).toBe(false);
    expect(await store.insert(importJob('c', { ownerId: 'other' }), TWO)).toBe(true);
    await store.change('b', 'completed', { state: 'downloaded', updatedAtMs: 1500 });
    expect(await store.insert(importJob('d'), TWO)).toBe(true);
    // The first two have expired by then.
    expect(await store.insert(importJob('e', { createdAtMs: 2000 }), ONE)).toBe(true);
  });

  it('count until they are done', async () => {
    const store = storeOf();
    await store.insert(importJob('a'), ONE);
    await store.change('a', 'awaiting_input', { state: 'processing', updatedAtMs: 1500 });
    expect(await store.insert(importJob('b'), ONE)).toBe(false);
    await store.change('a', 'processing', { state: 'failed', updatedAtMs: 1500 });
    expect(await store.insert(importJob('b'), ONE)).toBe(true);
  });

  it('wait with files of a limited size', async () => {
    const store = storeOf();
    const most = { jobs: 10, bytes: 30 };
    expect(await store.insert(importJob('a'), most)).toBe(true);
    await store.change('a', 'awaiting_input', { state: 'processing', updatedAtMs: 1500 });
    expect(await store.insert(importJob('b'), most)).toBe(true);
    expect(await store.insert(importJob('c'), most)).toBe(false);
    expect(await store.insert(exportJob('c'), most)).toBe(true);
    expect(await store.insert(importJob('d', { ownerId: 'other' }), most)).toBe(true);
  });

  it('of an export are found again until they expire or were downloaded', async () => {
    const store = storeOf();
    await store.insert(exportJob('a'), ANY);
    const find = (nowMs: number, owner = 'owner') => store.findExport(owner, 'memory', nowMs);
    expect((await find(1500))?.id).toBe('a');
    expect(await find(2000)).toBeUndefined();
    expect(await find(1500, 'other')).toBeUndefined();
    await store.change('a', 'completed', { state: 'downloaded', updatedAtMs: 1500 });
    expect(await find(1500)).toBeUndefined();
  });

  it('are forgotten some time after they expired', async () => {
    const store = storeOf();
    await store.insert(importJob('a'), ANY);
    await store.removeExpired(2000);
    expect(await store.find('a')).toBeDefined();
    await store.removeExpired(2001);
    expect(await store.find('a')).toBeUndefined();
  });
});
