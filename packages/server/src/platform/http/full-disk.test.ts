import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../testing/test-app.js';
import { openTestStores } from '../database/testing/test-stores.js';

const accounts = await openTestStores();
afterAll(() => accounts.close());
const KEY = { authorization: 'Service-Auth-Key the-key' };
const CONTENT = 'Text. '.repeat(20_000);

type TestApp = Awaited<ReturnType<typeof createTestApp>>;

/** Runs with a folder of the data on a disk with room for next to nothing. */
const onFullDisk = async (
  folder: string,
  run: (app: TestApp, directory: string) => Promise<void>,
): Promise<readonly string[]> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-full-'));
  const directory = join(dataDirectory, folder);
  await mkdir(directory);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory]);
  const app = await createTestApp({ accounts, settings: { dataDirectory, authKey: 'the-key' } });
  try {
    await run(app, directory);
    return await readdir(directory);
  } finally {
    await app.close();
    execFileSync('umount', [directory]);
    await rm(dataDirectory, { recursive: true });
  }
};

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

const DOCUMENT = [
  '--b\r\nContent-Disposition: form-data; name="target_lang"\r\n\r\nES\r\n',
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
  `${CONTENT}\r\n--b--\r\n`,
].join('');

const expectRefusedDocument = async (app: TestApp): Promise<void> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v2/document',
    headers: { ...KEY, 'content-type': 'multipart/form-data; boundary=b' },
    payload: DOCUMENT,
  });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
};

describe.runIf(canMount)('a full disk', () => {
  it('refuses documents for some seconds, and keeps nothing of them', async () => {
    const left = await onFullDisk('documents', expectRefusedDocument);
    expect(left).toEqual([]);
  });

  it('refuses documents in the same way when it has become read-only', async () => {
    await onFullDisk('documents', async (app, directory) => {
      execFileSync('mount', ['-o', 'remount,ro', directory]);
      await expectRefusedDocument(app);
    });
  });

  it('refuses files of translation memories for some seconds, and keeps nothing of them', async () => {
    const left = await onFullDisk('memory-imports', async (app) => {
      const announced = await app.inject({
        method: 'POST',
        url: '/v3/translation_memories/import',
        headers: KEY,
        payload: { source_file: { file_name: 'a.tmx', content_length: CONTENT.length } },
      });
      const answer = await app.inject({
        method: 'PUT',
        url: new URL(announced.json().upload_url).pathname,
        headers: { 'content-type': 'application/xml' },
        payload: CONTENT,
      });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers['retry-after']).toBe('5');
    });
    expect(left).toEqual([]);
  });
});
