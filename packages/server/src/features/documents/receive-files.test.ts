import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@dragoman/contract';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decrypt, fileKeyOf } from './document-cipher.js';
import { createDocumentFiles } from './document-files.js';
import { createFileReceiver, createUploadPlaces, type FileReceiver } from './receive-files.js';

const MEBIBYTE = 1024 * 1024;
const TEXT = Buffer.from('The house is big.\n'.repeat(100_000));

let folder: string;
let receiver: FileReceiver;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-receive-'));
  receiver = createFileReceiver({ files: createDocumentFiles(folder), log: silentLogger });
});
afterEach(() => rm(folder, { recursive: true }));

async function* inChunks(bytes: Buffer, failure?: Error) {
  for (let start = 0; start < bytes.length; start += 60_000) {
    yield bytes.subarray(start, start + 60_000);
  }
  if (failure) throw failure;
}

const stored = () => readdir(join(folder, 'documents'));

describe('a file that arrives', () => {
  it('is stored sealed, with how it begins', async () => {
    const { secrets, byteCount, head } = await receiver.receive(inChunks(TEXT));
    expect(byteCount).toBe(TEXT.length);
    expect(head.length).toBe(MEBIBYTE);
    expect(TEXT.subarray(0, MEBIBYTE).equals(head)).toBe(true);
    expect(await stored()).toEqual([`${secrets.id}.source`]);
    const sealed = await readFile(join(folder, 'documents', `${secrets.id}.source`));
    expect(decrypt(fileKeyOf(secrets), 'source', sealed).equals(TEXT)).toBe(true);
  });

  it('is known as long as it is no document', async () => {
    const { secrets, discard } = await receiver.receive(inChunks(TEXT));
    expect(receiver.has(secrets.id)).toBe(true);
    receiver.keep(secrets.id);
    expect(receiver.has(secrets.id)).toBe(false);
    await discard();
    expect(await stored()).toEqual([`${secrets.id}.source`]);
  });

  it('leaves nothing when it is discarded', async () => {
    const { discard } = await receiver.receive(inChunks(TEXT));
    await discard();
    await discard();
    expect(await stored()).toEqual([]);
  });

  it('leaves nothing when it ends with an error, which is told as it is', async () => {
    const failure = new AppError('body_too_large');
    await expect(receiver.receive(inChunks(TEXT, failure))).rejects.toBe(failure);
    expect(await stored()).toEqual([]);
  });

  it('is refused for the moment by a full disk', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const files = { ...createDocumentFiles(folder), write: () => Promise.reject(full) };
    const { receive } = createFileReceiver({ files, log: silentLogger });
    await expect(receive(inChunks(TEXT))).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    });
  });
});

describe('the places for uploads', () => {
  it('of one caller are few, and leave those of others free', () => {
    const enter = createUploadPlaces();
    const greedy = { ownerId: 'one', callerId: 'one' };
    const leaves = Array.from({ length: 4 }, () => enter(greedy));
    expect(() => enter(greedy)).toThrow('Too many requests');
    enter({ ownerId: 'two', callerId: 'two' });
    leaves[0]?.();
    leaves[0]?.();
    enter(greedy);
    expect(() => enter(greedy)).toThrow('Too many requests');
  });

  it('of the visitors of the page are not all there are', () => {
    const enter = createUploadPlaces();
    const visitor = (callerId: string) => enter({ ownerId: 'page', callerId });
    for (const name of ['a', 'b']) for (let count = 0; count < 4; count++) visitor(name);
    expect(() => visitor('c')).toThrow('Too many requests');
    enter({ ownerId: 'one', callerId: 'one' });
  });
});
