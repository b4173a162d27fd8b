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
    await store.insert(job, 10);
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
    expect(await store.insert(importJob('a'), 2)).toBe(true);
    expect(await store.insert(exportJob('b'), 2)).toBe(true);
    expect(await store.insert(importJob('c'), 2)).toBe(false);
    expect(await store.insert(importJob('c', { ownerId: 'other' }), 2)).toBe(true);
    await store.change('b', 'completed', { state: 'downloaded', updatedAtMs: 1500 });
    expect(await store.insert(importJob('d'), 2)).toBe(true);
    // The first two have expired by then.
    expect(await store.insert(importJob('e', { createdAtMs: 2000 }), 1)).toBe(true);
  });

  it('of an export are found again until they expire or were downloaded', async () => {
    const store = storeOf();
    await store.insert(exportJob('a'), 10);
    const find = (nowMs: number, owner = 'owner') => store.findExport(owner, 'memory', nowMs);
    expect((await find(1500))?.id).toBe('a');
    expect(await find(2000)).toBeUndefined();
    expect(await find(1500, 'other')).toBeUndefined();
    await store.change('a', 'completed', { state: 'downloaded', updatedAtMs: 1500 });
    expect(await find(1500)).toBeUndefined();
  });

  it('are forgotten some time after they expired', async () => {
    const store = storeOf();
    await store.insert(importJob('a'), 10);
    await store.removeExpired(2000);
    expect(await store.find('a')).toBeDefined();
    await store.removeExpired(2001);
    expect(await store.find('a')).toBeUndefined();
  });
});
