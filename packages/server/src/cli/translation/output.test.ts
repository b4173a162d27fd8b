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
import { fileOutput } from './output.js';
import { planFiles } from './plan-files.js';

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

describe('the plan for several files', () => {
  it('puts each into the folder, which is made', async () => {
    const inside = newFolder('plan');
    const files = ['a.txt', 'b.txt'].map((name) => join(inside, name));
    for (const file of files) writeFileSync(file, 'x');
    const outputDir = join(inside, 'made', 'es');
    expect(await planFiles(files, { outputDir })).toEqual([
      { input: files[0], output: join(outputDir, 'a.txt') },
      { input: files[1], output: join(outputDir, 'b.txt') },
    ]);
    expect(statSync(outputDir).isDirectory()).toBe(true);
  });

  it.each([
    [['a.txt', 'b.txt'], {}, 'Add --output-dir'],
    [['a.txt'], { output: 'a.txt' }, 'would be overwritten'],
    [['a.txt', 'b.txt'], { outputDir: '.' }, 'would be overwritten'],
    [['a.txt', 'deep/a.txt'], { outputDir: 'out' }, 'Two of the files have the name a.txt'],
    [['none.txt'], {}, 'does not exist'],
    [['deep'], {}, 'is a folder'],
    [['large.txt'], {}, 'is larger than 10 MiB'],
  ] as const)('is refused: %j to %j', async (names, places, message) => {
    const inside = mkdtempSync(join(folder, 'refused-'));
    mkdirSync(join(inside, 'deep'));
    for (const name of ['a.txt', 'b.txt', 'deep/a.txt']) writeFileSync(join(inside, name), 'x');
    writeFileSync(join(inside, 'large.txt'), Buffer.alloc(10 * 1024 * 1024 + 1));
    const at = (name: string | undefined) => (name === undefined ? name : join(inside, name));
    const options = Object.fromEntries(
      Object.entries(places).map(([key, name]) => [key, at(name)]),
    );
    const files = names.map((name) => join(inside, name));
    await expect(planFiles(files, options)).rejects.toThrow(message);
    expect(readdirSync(inside)).not.toContain('out');
  });
});
