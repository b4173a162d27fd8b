import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeFolder } from './files.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('creates a folder with those above it, once', () => {
  const path = join(folder, 'a', 'b');
  makeFolder(path, 0o700);
  makeFolder(path, 0o700);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it.skipIf(process.platform !== 'linux')('says in a sentence that it cannot', () => {
  expect(() => makeFolder('/proc/nope/data')).toThrow(
    'The folder /proc/nope/data cannot be created (ENOENT).',
  );
});

it('does not take a file for a folder', () => {
  const path = join(folder, 'file');
  writeFileSync(path, '');
  expect(() => makeFolder(join(path, 'data'))).toThrow('cannot be created (ENOTDIR)');
});
