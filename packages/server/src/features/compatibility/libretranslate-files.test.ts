import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { openTestStores } from '../../platform/database/testing/test-stores.js';
import { createTestApp } from '../../testing/test-app.js';

let accounts: Stores;
let dataDirectory: string;
beforeEach(async () => {
  accounts = await openTestStores();
  dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-files-'));
});
afterEach(async () => {
  await accounts.close();
  await rm(dataDirectory, { recursive: true });
});

it('cancels a document whose caller has left', async () => {
  const caller = new AbortController();
  let noteEnd: (reason: unknown) => void = () => {};
  const ended = new Promise((resolve) => {
    noteEnd = resolve;
  });
  const fake = createFakeEngine({ transform: 'upper' });
  /** The caller leaves while it translates, which it does until it is told to end. */
  const engine: Engine = {
    ...fake,
    translateBatch: (_batch, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          noteEnd('aborted');
          reject(signal.reason);
        });
        caller.abort();
      }),
  };
  const { secret } = await accounts.keyManager.create('test', { name: 'one' });
  const app = await createTestApp({ accounts, engine, settings: { dataDirectory } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const form = new FormData();
  for (const [name, value] of Object.entries({ api_key: secret, source: 'en', target: 'es' })) {
    form.set(name, value);
  }
  form.set('file', new Blob(['The house is big.\n']), 'house.txt');
  const sent = fetch(`${url}/translate_file`, {
    method: 'POST',
    body: form,
    signal: caller.signal,
  });
  await expect(sent).rejects.toThrow();
  expect(await ended).toBe('aborted');
  await app.close();
});
