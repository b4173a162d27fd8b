import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isAppError } from '@dragoman/contract';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { DatabaseOutage } from '../../platform/database/store-error.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createMemories, type MemoryJobs } from './memory-jobs.js';
import type { MemoryJobStore } from './memory-record.js';

let accounts: Stores;
let dataDirectory = '';
let memoryJobs: MemoryJobs;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-memory-jobs-'));
  accounts = await openTestStores();
  const { memoryStore: store, memoryJobStore: jobStore } = accounts;
  ({ memoryJobs } = createMemories(
    { dataDirectory },
    { store, jobStore, now: Date.now, log: silentLogger },
  ));
});
afterEach(async () => {
  await memoryJobs.stop();
  await accounts.close();
  await rm(dataDirectory, { recursive: true });
});

const FILE =
  '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>One</seg></tuv><tuv xml:lang="es"><seg>Uno</seg></tuv></tu></body></tmx>';

const announce = (ownerId: string) =>
  memoryJobs.createImport(ownerId, {
    name: 'words',
    fileName: 'words.tmx',
    contentType: 'application/xml',
    contentLength: Buffer.byteLength(FILE),
  });

const outcomeOf = (receiving: Promise<void>): Promise<string> =>
  receiving.then(
    () => 'received',
    (error) => (isAppError(error) ? error.code : String(error)),
  );

it('a key has few files that arrive at the same time, and takes no place of another one', async () => {
  const jobs = await Promise.all(Array.from({ length: 5 }, () => announce('many')));
  const uploads = jobs.map((job) => ({ job, content: new PassThrough() }));
  const outcomes = uploads.map(({ job, content }) => outcomeOf(memoryJobs.receive(job, content)));
  // The others cannot end before their files do.
  expect(await Promise.race(outcomes)).toBe('too_many_requests');
  const other = await announce('other');
  expect(await outcomeOf(memoryJobs.receive(other, Readable.from([FILE])))).toBe('received');

  for (const { content } of uploads) content.end(FILE);
  const ended = await Promise.all(outcomes);
  expect(ended.toSorted()).toEqual([...Array(4).fill('received'), 'too_many_requests']);
  const refused = uploads[ended.indexOf('too_many_requests')]?.job;
  expect(refused && (await outcomeOf(memoryJobs.receive(refused, Readable.from([FILE]))))).toBe(
    'received',
  );
});

it('a file that breaks off leaves its place', async () => {
  const job = await announce('one');
  for (let count = 0; count < 10; count++) {
    const broken = Readable.from([FILE.slice(0, 50)]);
    expect(await outcomeOf(memoryJobs.receive(job, broken))).toBe('invalid_parameter');
  }
  expect(await outcomeOf(memoryJobs.receive(job, Readable.from([FILE])))).toBe('received');
});

it('an import is done once, also where its server ends before the job is changed', async () => {
  const { memoryStore: store, memoryJobStore } = accounts;
  const startServer = async (jobStore: MemoryJobStore) => {
    const shared = { store, now: Date.now, log: silentLogger };
    const { memoryJobs: started } = createMemories({ dataDirectory }, { ...shared, jobStore });
    await started.start();
    return started;
  };
  const countMemories = async () => (await store.list('owner', { offset: 0, limit: 10 })).total;
  const first = await startServer({
    ...memoryJobStore,
    async change(id, from, change) {
      if (change.state === 'completed') throw new DatabaseOutage('gone');
      return memoryJobStore.change(id, from, change);
    },
  });
  const { id, token } = await first.createImport('owner', {
    name: 'words',
    fileName: 'words.tmx',
    contentType: 'application/xml',
    contentLength: FILE.length,
  });
  await first.receive({ id, token }, Readable.from([Buffer.from(FILE)]));
  while ((await countMemories()) === 0) await nextTurn();
  await first.stop();

  const second = await startServer(memoryJobStore);
  const find = () => second.find({ ownerId: 'owner', id });
  while ((await find()).state === 'processing') await nextTurn();
  await second.stop();
  expect(await find()).toMatchObject({ state: 'completed', skippedCount: 0 });
  expect(await countMemories()).toBe(1);
});

it('an import that takes long holds up those of its own key only', async () => {
  const { memoryStore: store, memoryJobStore: jobStore } = accounts;
  const held = new Set<string>();
  const { memoryJobs: slow } = createMemories(
    { dataDirectory },
    {
      store: {
        ...store,
        async begin(memory) {
          if (memory.ownerId !== 'greedy') return store.begin(memory);
          held.add(memory.name);
          return new Promise(() => {});
        },
      },
      jobStore,
      now: Date.now,
      log: silentLogger,
    },
  );
  const send = async (ownerId: string, name: string) => {
    const { id, token } = await slow.createImport(ownerId, {
      name,
      fileName: 'words.tmx',
      contentType: 'application/xml',
      contentLength: FILE.length,
    });
    await slow.receive({ id, token }, Readable.from([Buffer.from(FILE)]));
    return { ownerId, id };
  };
  for (const name of ['first', 'second', 'third']) await send('greedy', name);
  const other = await send('other', 'words');
  while ((await slow.find(other)).state === 'processing') await nextTurn();
  expect((await slow.find(other)).state).toBe('completed');
  expect([...held]).toEqual(['first']);
});
