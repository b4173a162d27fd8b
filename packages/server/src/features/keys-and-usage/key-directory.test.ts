import { beforeEach, describe, expect, it } from 'vitest';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import type { KeyFinder } from './key-directory.js';
import { createKeyDirectory } from './key-directory.js';
import { digestOf } from './key-secret.js';
import { keyWith } from './testing/key-records.js';

let nowMs: number;
let reads: number;
let stored: Map<string, KeyRecord>;
let isAway: boolean;
let directory: KeyFinder;
beforeEach(() => {
  nowMs = 0;
  reads = 0;
  isAway = false;
  stored = new Map([[digestOf('good'), keyWith()]]);
  const findKeyByDigest = async (digest: string) => {
    reads++;
    if (isAway) throw new Error('away');
    return stored.get(digest);
  };
  const options = { freshMs: 1000, outageMs: 60_000, now: () => nowMs };
  directory = createKeyDirectory({ findKeyByDigest }, options);
});

describe('the directory of keys', () => {
  it('finds keys that work, reading each once a moment', async () => {
    const found = await Promise.all([directory.find('good'), directory.find('good')]);
    expect(found).toEqual([keyWith(), keyWith()]);
    expect(await directory.find('good')).toEqual(keyWith());
    expect(reads).toBe(1);
    expect(await directory.find('bad')).toBeUndefined();
  });

  it('notices within the moment that a key was revoked or is gone', async () => {
    await directory.find('good');
    stored.set(digestOf('good'), { ...keyWith(), revokedAtMs: 5 });
    nowMs = 1000;
    expect(await directory.find('good')).toBeUndefined();
  });

  it('notices at once that a key was made', async () => {
    expect(await directory.find('new')).toBeUndefined();
    stored.set(digestOf('new'), keyWith({}, 'b'));
    expect(await directory.find('new')).toEqual(keyWith({}, 'b'));
  });

  it('goes on with known keys while the store is away, for so long', async () => {
    await directory.find('good');
    isAway = true;
    for (nowMs = 1000; nowMs < 60_000; nowMs += 10_000) {
      expect(await directory.find('good')).toEqual(keyWith());
    }
    // The reading that the last call set off has failed by then.
    await new Promise(setImmediate);
    nowMs = 60_000;
    await expect(directory.find('good')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
    });
    isAway = false;
    expect(await directory.find('good')).toEqual(keyWith());
  });

  it('cannot check unknown keys while the store is down', async () => {
    isAway = true;
    await expect(directory.find('good')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('keeps nobody who is known waiting while the store is known to be away', async () => {
    await directory.find('good');
    isAway = true;
    nowMs = 1000;
    await directory.find('good');
    nowMs = 2000;
    stored.set(digestOf('good'), { ...keyWith(), revokedAtMs: 5 });
    isAway = false;
    // This one still gets what is known; the reading it set off lets the next one know better.
    expect(await directory.find('good')).toEqual(keyWith());
    await expect.poll(() => directory.find('good')).toBeUndefined();
  });
});
