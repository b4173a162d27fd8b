import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOutput } from './output-file.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-output-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const newFolder = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

describe('an output file', () => {
  it('appears when it is complete, and replaces what was there', async () => {
    const place = join(newFolder('whole'), 'a.txt');
    writeFileSync(place, 'old');
    const output = await fileOutput(place);
    await output.write('new ');
    await output.write('text');
    expect(readFileSync(place, 'utf8')).toBe('old');
    await output.finish();
    expect(readFileSync(place, 'utf8')).toBe('new text');
    expect(readdirSync(join(folder, 'whole'))).toEqual(['a.txt']);
  });

  it('leaves nothing when it is abandoned', async () => {
    const place = join(newFolder('none'), 'a.txt');
    const output = await fileOutput(place);
    await output.write('half');
    await output.discard();
    expect(readdirSync(join(folder, 'none'))).toEqual([]);
  });

  it('keeps a link, and who may read what it points to', async () => {
    const inside = newFolder('link');
    writeFileSync(join(inside, 'real.txt'), 'old');
    chmodSync(join(inside, 'real.txt'), 0o600);
    symlinkSync('real.txt', join(inside, 'link.txt'));
    const output = await fileOutput(join(inside, 'link.txt'));
    await output.write('new');
    await output.finish();
    expect(readFileSync(join(inside, 'real.txt'), 'utf8')).toBe('new');
    expect(statSync(join(inside, 'real.txt')).mode & 0o777).toBe(0o600);
    expect(readdirSync(inside).toSorted()).toEqual(['link.txt', 'real.txt']);
  });

  it('may be what is no ordinary file', async () => {
    const output = await fileOutput('/dev/null');
    await output.write('text');
    await output.finish();
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('says what is wrong with its place', async () => {
    await expect(fileOutput(join(folder, 'no', 'a.txt'))).rejects.toThrow('does not exist');
    await expect(fileOutput(folder)).rejects.toThrow('is a folder');
  });
});
