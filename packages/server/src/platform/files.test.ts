import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFileOnce, makeFolder, replaceFile, replaceFileDurably } from './files.js';

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

it('creates a file once, however many try at the same time', async () => {
  const place = join(folder, 'once');
  makeFolder(place);
  const path = join(place, 'key');
  const created = await Promise.all(
    ['one', 'two', 'three'].map((text) => createFileOnce(path, text, { mode: 0o600 })),
  );
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(place)).toEqual(['key']);
});

it.each([
  { name: 'replaceFile', replace: replaceFile },
  { name: 'replaceFileDurably', replace: replaceFileDurably },
])('$name replaces a file as a whole', async ({ name, replace }) => {
  const place = join(folder, name);
  makeFolder(place);
  const path = join(place, 'file');
  await replace(path, 'first, and longer');
  await replace(path, 'second');
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(readdirSync(place)).toEqual(['file']);
});

it.each([
  { name: 'replaceFile', replace: replaceFile },
  { name: 'replaceFileDurably', replace: replaceFileDurably },
])('$name writes through symbolic links, also to a new file', async ({ name, replace }) => {
  const place = join(folder, `linked-${name}`);
  makeFolder(join(place, 'real', 'deep'));
  symlinkSync(join('real', 'deep'), join(place, 'folder'));
  symlinkSync(join('..', 'file'), join(place, 'real', 'deep', 'second'));
  symlinkSync(join('folder', 'second'), join(place, 'first'));
  for (const content of ['new', 'replaced']) {
    await replace(join(place, 'first'), content);
    expect(readFileSync(join(place, 'real', 'file'), 'utf8')).toBe(content);
  }
  expect(readlinkSync(join(place, 'first'))).toBe(join('folder', 'second'));
  symlinkSync('circle', join(place, 'circle'));
  await expect(replace(join(place, 'circle'), 'x')).rejects.toThrow('too many symbolic links');
});

it('keeps the file and no draft when the content ends with an error', async () => {
  const place = join(folder, 'broken');
  makeFolder(place);
  const path = join(place, 'file');
  await replaceFile(path, 'before');
  const content = async function* () {
    yield Buffer.from('half');
    throw new Error('the upload was cut off');
  };
  await expect(replaceFile(path, content())).rejects.toThrow('cut off');
  expect(readFileSync(path, 'utf8')).toBe('before');
  expect(readdirSync(place)).toEqual(['file']);
});
