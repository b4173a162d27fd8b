import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLocked, takeLock } from './incoming.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-lock-'));
  path = join(folder, 'model.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const processSpace = existsSync('/proc/self/ns/pid') ? readlinkSync('/proc/self/ns/pid') : '';

const leave = (owner: { readonly pid: number; readonly host: string; readonly token: string }) =>
  writeFileSync(path, JSON.stringify({ processSpace, ...owner }));

/** The id of a process that has ended. */
const endedProcess = (): number => spawnSync(process.execPath, ['--version']).pid;

describe('a lock', () => {
  it('is held by one at a time and free afterwards', async () => {
    const lock = await takeLock(path, 'en-de');
    expect(await isLocked(path)).toBe(true);
    await expect(takeLock(path, 'en-de')).rejects.toThrow(
      `en-de is in use by process ${process.pid} on ${hostname()}`,
    );
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await takeLock(path, 'en-de')).release();
  });

  it('of a process that has ended is taken over', async () => {
    leave({ pid: endedProcess(), host: hostname(), token: 'gone' });
    expect(await isLocked(path)).toBe(false);
    const lock = await takeLock(path, 'en-de');
    expect(await isLocked(path)).toBe(true);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of an earlier process with the same id is taken over, as happens in containers', async () => {
    leave({ pid: process.pid, host: hostname(), token: 'of the one before' });
    const lock = await takeLock(path, 'en-de');
    expect(readFileSync(path, 'utf8')).not.toContain('of the one before');
    expect(await isLocked(path)).toBe(true);
    await lock.release();
  });

  it('of a process that runs is respected', async () => {
    leave({ pid: process.ppid, host: hostname(), token: 'other' });
    await expect(takeLock(path, 'en-de')).rejects.toMatchObject({ kind: 'busy' });
    expect(existsSync(path)).toBe(true);
  });

  it.each([
    [
      'of another machine',
      JSON.stringify({ pid: 1, host: 'elsewhere', processSpace: '', token: 'other' }),
    ],
    [
      'of another container on this machine',
      JSON.stringify({ pid: 999_999, host: hostname(), processSpace: 'other', token: 'other' }),
    ],
    ['that cannot be read', '{'],
  ])('%s is respected until it is silent for long', async (_what, content) => {
    writeFileSync(path, content);
    await expect(takeLock(path, 'en-de')).rejects.toMatchObject({ kind: 'busy' });
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(path, longAgo, longAgo);
    await (await takeLock(path, 'en-de')).release();
  });

  it('that is stale is taken over by one of many', async () => {
    leave({ pid: endedProcess(), host: hostname(), token: 'gone' });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => takeLock(path, 'en-de')),
    );
    const taken = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
    expect(taken).toHaveLength(1);
    await taken[0]?.release();
    expect(readdirSync(folder)).toEqual([]);
  });
});
