import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../platform/audit-entry.js';
import { TEST_DATABASES } from '../../platform/database/testing/test-databases.js';
import { useStores } from '../../platform/database/testing/use-stores.js';
import type { MemoryQuota, NewMemory, NewSegment } from './memory-record.js';

const QUOTA: MemoryQuota = { memories: 2, segments: 3000 };
const NOW_MS = 5000;

const memory = (number: number, change: Partial<NewMemory> = {}): NewMemory => ({
  id: `memory-${number}`,
  number,
  ownerId: 'owner',
  name: `name ${number}`,
  createdAtMs: number,
  ...change,
});

const finished = (segmentCount: number) => ({
  sourceLanguage: 'en',
  targetLanguages: ['de', 'pt-BR'],
  segmentCount,
  bucketBits: 3,
});

const audit = (action: AuditEntry['action'] = 'create-memory'): AuditEntry => ({
  atMs: NOW_MS,
  actor: 'test',
  action,
  keyId: 'owner',
  details: {},
});

const CODES = [{ start: 0, end: 3, name: 'bpt:1' }];

const segment = (position: number, text = `text ${position}`): NewSegment => ({
  position,
  text,
  codes: [],
  form: text,
  targets: [{ language: 'de', text: `Text ${position}`, codes: [] }],
});

const withoutForm = ({ form: _form, ...stored }: NewSegment) => stored;

const key = (number: number, ownerId = 'owner') => ({ ownerId, id: `memory-${number}` });

describe.each(TEST_DATABASES)('translation memories in a $name', (kind) => {
  const used = useStores(kind);
  const storeOf = () => used().accounts.memoryStore;

  const insert = async (added: NewMemory, segments: readonly NewSegment[]) => {
    const store = storeOf();
    await store.begin(added);
    await store.addSegments(added.number, segments, NOW_MS);
    return store.finish(added, finished(segments.length), QUOTA, { audit: audit() });
  };

  it('are returned as they were stored, the oldest first, page by page', async () => {
    const store = storeOf();
    const [first, second] = [memory(1), memory(2)];
    await insert(second, [segment(0)]);
    await insert(first, [segment(0), segment(1)]);
    const records = [
      { ...first, ...finished(2) },
      { ...second, ...finished(1) },
    ];
    expect(await store.list('owner', { offset: 0, limit: 10 })).toEqual({
      memories: records,
      total: 2,
    });
    expect(await store.list('owner', { offset: 1, limit: 1 })).toEqual({
      memories: records.slice(1),
      total: 2,
    });
    expect(await store.find(key(1))).toEqual(records[0]);
  });

  it('have their segments in order, with codes and all languages', async () => {
    const store = storeOf();
    const coded: NewSegment = {
      position: 1,
      text: '<b>a',
      codes: CODES,
      form: '\uFFFCa',
      targets: [
        { language: 'de', text: '<b>ä', codes: CODES },
        { language: 'pt-BR', text: 'á', codes: [] },
      ],
    };
    const segments = [segment(0), coded, segment(2)];
    await insert(memory(1), segments);
    expect(await store.readSegments(1, 0, 10)).toEqual(segments.map(withoutForm));
    expect(await store.readSegments(1, 1, 1)).toEqual([withoutForm(coded)]);
    expect(await store.readSegments(1, 3, 10)).toEqual([]);
  });

  it('belong to one key: another one neither sees nor removes them', async () => {
    const store = storeOf();
    await insert(memory(1), [segment(0)]);
    expect((await store.list('stranger', { offset: 0, limit: 10 })).total).toBe(0);
    expect(await store.find(key(1, 'stranger'))).toBeUndefined();
    expect(await store.remove(key(1, 'stranger'), audit('remove-memory'))).toBe(false);
    expect(await store.find(key(1))).toBeDefined();
  });

  it('are seen by nobody before they are finished', async () => {
    const store = storeOf();
    await store.begin(memory(1));
    await store.addSegments(1, [segment(0)], NOW_MS);
    expect(await store.find(key(1))).toBeUndefined();
    expect((await store.list('owner', { offset: 0, limit: 10 })).total).toBe(0);
    expect(await store.remove(key(1), audit('remove-memory'))).toBe(false);
  });

  it('leave nothing when they are removed, or when nobody works on their import', async () => {
    const store = storeOf();
    const segments = Array.from({ length: 2500 }, (_, position) => segment(position));
    await insert(memory(1), segments);
    await store.begin(memory(2));
    await store.addSegments(2, [segment(0)], NOW_MS);
    await store.addPostings(2, [{ bucket: 7, bytes: Uint8Array.of(1, 2, 3, 4) }], NOW_MS);
    expect(await store.listRemoved(NOW_MS)).toEqual([]);
    expect(await store.remove(key(1), audit('remove-memory'))).toBe(true);
    expect(await store.find(key(1))).toBeUndefined();
    expect(await store.remove(key(1), audit('remove-memory'))).toBe(false);
    expect((await store.listRemoved(NOW_MS + 1)).toSorted()).toEqual([1, 2]);
    for (const number of [1, 2]) while (!(await store.purge(number)));
    expect(await store.listRemoved(NOW_MS + 1)).toEqual([]);
    expect(await store.readSegments(1, 0, 10)).toEqual([]);
  });

  it('take nothing more once their import was given up', async () => {
    const store = storeOf();
    await store.begin(memory(1));
    await store.abandon(1);
    expect(await store.addSegments(1, [segment(0)], NOW_MS)).toBe(false);
    expect(await store.addPostings(1, [], NOW_MS)).toBe(false);
    expect(await store.listRemoved(0)).toEqual([1]);
  });

  it('have the index that was built for them', async () => {
    const store = storeOf();
    await store.begin(memory(1));
    const bytes = Uint8Array.of(1, 2, 3, 250);
    await store.addPostings(1, [{ bucket: 7, bytes }], NOW_MS);
    expect(await store.readBuckets(1, [6, 7], 100)).toEqual([bytes]);
    expect(await store.readBuckets(2, [7], 100)).toEqual([]);
  });

  it('give the smallest buckets of the index, as far as there is room for them', async () => {
    const store = storeOf();
    await store.begin(memory(1));
    const buckets = [30, 4, 90, 8].map((size, bucket) => ({
      bucket,
      bytes: new Uint8Array(size).fill(bucket),
    }));
    await store.addPostings(1, buckets, NOW_MS);
    const found = await store.readBuckets(1, [0, 1, 2, 3], 50);
    expect(found.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([
      4, 8, 30,
    ]);
  });

  it('find segments by their text and by their place, in one language', async () => {
    const store = storeOf();
    await insert(memory(1), [segment(0), segment(1), segment(2, 'text 1')]);
    const found = (position: number) => ({
      form: 'text 1',
      source: { text: 'text 1', codes: [] },
      target: { text: `Text ${position}`, codes: [] },
    });
    expect(await store.findEqual(1, 'de', ['text 1', 'text 9'])).toEqual([found(1), found(2)]);
    expect(await store.findEqual(1, 'pt-BR', ['text 1'])).toEqual([]);
    expect(await store.readCandidates(1, 'de', [2, 1, 9])).toEqual([found(2), found(1)]);
  });

  it('find the last of very many segments with the same text', async () => {
    const store = storeOf();
    const many = Array.from({ length: 300 }, (_, position) => segment(position, 'the same'));
    await insert(memory(1), [...many, segment(300, 'another')]);
    const found = await store.findEqual(1, 'de', ['the same', 'another']);
    expect(found.length).toBeLessThan(100);
    expect(found.slice(-2).map(({ target }) => target.text)).toEqual(['Text 299', 'Text 300']);
  });

  it('are not more than the quota allows', async () => {
    const store = storeOf();
    expect(await insert(memory(1), [segment(0)])).toBeUndefined();
    await store.begin(memory(2));
    expect(await store.finish(memory(2), finished(3000), QUOTA, { audit: audit() })).toBe(
      'segments',
    );
    expect(await insert(memory(3), [segment(0)])).toBeUndefined();
    expect(await insert(memory(4), [segment(0)])).toBe('memories');
    expect((await store.list('owner', { offset: 0, limit: 10 })).total).toBe(2);
  });

  it('complete the job that made them, which makes only one', async () => {
    const { memoryStore: store, memoryJobStore: jobs } = used().accounts;
    await jobs.insert(
      {
        id: 'job',
        ownerId: 'owner',
        operation: 'import',
        state: 'processing',
        token: 'x',
        memoryId: null,
        name: 'name',
        sourceFile: null,
        skippedCount: null,
        attempts: 1,
        errorMessage: null,
        createdAtMs: 1000,
        updatedAtMs: 1000,
        expiresAtMs: 9000,
      },
      { jobs: 10, bytes: 1000 },
    );
    const by = { audit: audit(), job: { id: 'job', skippedCount: 3 } };
    for (const number of [1, 2]) await store.begin(memory(number));
    expect(await store.finish(memory(1), finished(0), QUOTA, by)).toBeUndefined();
    const completed = { state: 'completed', memoryId: 'memory-1', skippedCount: 3 };
    expect(await jobs.find('job')).toMatchObject({ ...completed, updatedAtMs: NOW_MS });
    await expect(store.finish(memory(2), finished(0), QUOTA, by)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await store.list('owner', { offset: 0, limit: 10 })).total).toBe(1);
    expect(await jobs.find('job')).toMatchObject(completed);
  });

  it('are in the audit log when they are created and removed', async () => {
    await insert(memory(1), [segment(0)]);
    await storeOf().remove(key(1), audit('remove-memory'));
    const actions = (await used().accounts.accountStore.listAudit(10)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['create-memory', 'remove-memory']);
  });
});
