import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLogger } from '@dragoman/core';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../platform/database/store-error.js';
import { openTestAccounts } from '../../platform/database/testing/test-accounts.js';
import { createMemories } from './memory-jobs.js';
import type { MemoryJobStore } from './memory-record.js';

const FILE =
  '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Hello</seg></tuv>' +
  '<tuv xml:lang="de"><seg>Hallo</seg></tuv></tu></body></tmx>';

it('an import is done once, also where its server ends before the job is changed', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-imports-'));
  const accounts = await openTestAccounts();
  const { memoryStore: store, memoryJobStore } = accounts;
  const startServer = async (jobStore: MemoryJobStore) => {
    const shared = { store, now: Date.now, log: silentLogger };
    const { memoryJobs } = createMemories({ dataDirectory }, { ...shared, jobStore });
    await memoryJobs.start();
    return memoryJobs;
  };
  const countMemories = async () => (await store.list('owner', { offset: 0, limit: 10 })).total;
  try {
    const first = await startServer({
      ...memoryJobStore,
      async change(id, from, change) {
        if (change.state === 'completed') throw new StoreUnavailable('gone');
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
  } finally {
    await accounts.close();
    await rm(dataDirectory, { recursive: true });
  }
});
