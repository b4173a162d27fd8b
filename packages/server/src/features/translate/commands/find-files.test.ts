import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Destination, findFiles, planFiles } from './find-files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-plan-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

const writeFiles = (...names: readonly string[]): void => {
  for (const name of names) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), 'x');
  }
};

/** The plan for files and folders below the test's folder, with paths below it, too. */
const plan = async (
  names: readonly string[],
  options: Partial<Destination> & Parameters<typeof findFiles>[1] = {},
) => {
  const { files, skipped } = await findFiles(names.map(at), options);
  const places = {
    to: 'es',
    ...(options.output !== undefined && { output: at(options.output) }),
    ...(options.outputDir !== undefined && { outputDir: at(options.outputDir) }),
  };
  const below = (path: string | undefined) => path?.slice(folder.length + 1);
  return {
    plan: planFiles(files, places).map(({ input, output }) => [below(input), below(output)]),
    skipped: skipped.map(below),
  };
};

describe('the plan for files', () => {
  it('puts several into the folder, which is created', async () => {
    writeFiles('a.txt', 'b.docx');
    expect(await plan(['a.txt', 'b.docx'], { outputDir: 'made/es' })).toMatchObject({
      plan: [
        ['a.txt', 'made/es/a.txt'],
        ['b.docx', 'made/es/b.docx'],
      ],
    });
    expect(statSync(at('made/es')).isDirectory()).toBe(true);
  });

  it('prints a text, and puts a document beside its source', async () => {
    writeFiles('a.txt', 'b.c.docx', 'c.pdf');
    expect((await plan(['a.txt'])).plan).toEqual([['a.txt', undefined]]);
    expect((await plan(['b.c.docx'], { to: 'ES' })).plan).toEqual([['b.c.docx', 'b.c.es.docx']]);
    expect((await plan(['c.pdf'])).plan).toEqual([['c.pdf', 'c.es.pdf']]);
  });

  it('keeps the paths below a folder, and says what it skips', async () => {
    writeFiles('in/a.md', 'in/deep/a.md', 'in/deep/b.bin', 'in/deep/c.pdf');
    symlinkSync('..', at('in/deep/circle'));
    expect(await plan(['in'], { recursive: true, outputDir: 'out' })).toEqual({
      plan: [
        ['in/a.md', 'out/a.md'],
        ['in/deep/a.md', 'out/deep/a.md'],
        ['in/deep/c.pdf', 'out/deep/c.pdf'],
      ],
      skipped: ['in/deep/b.bin'],
    });
    expect(statSync(at('out/deep')).isDirectory()).toBe(true);
  });

  it('takes the paths that match a pattern, of any format', async () => {
    writeFiles('in/a.md', 'in/deep/a.md', 'in/deep/b.bin');
    expect(
      await plan(['in'], { recursive: true, include: ['deep/*.{md,bin}'], outputDir: 'out' }),
    ).toEqual({
      plan: [
        ['in/deep/a.md', 'out/deep/a.md'],
        ['in/deep/b.bin', 'out/deep/b.bin'],
      ],
      skipped: [],
    });
  });

  it.each([
    [['a.txt'], { output: 'a.txt' }, 'would be overwritten'],
    [['a.txt', 'b.txt'], { outputDir: '.' }, 'would be overwritten'],
    [['a.txt', 'deep/a.txt'], { outputDir: 'out' }, 'Two of the files have the name a.txt'],
    [['none.txt'], {}, 'does not exist'],
    [['deep'], {}, 'Add --recursive'],
    [['deep'], { include: ['*'] }, 'Add --recursive'],
    [['deep'], { recursive: true, include: ['*.md'], outputDir: 'out' }, 'No file to translate'],
    [['large.txt'], {}, 'is larger than 10 MiB'],
  ] as const)('is refused: %j to %j', async (names, options, message) => {
    writeFiles('a.txt', 'b.txt', 'deep/a.txt');
    writeFileSync(at('large.txt'), Buffer.alloc(10 * 1024 * 1024 + 1));
    await expect(plan(names, options)).rejects.toThrow(message);
    expect(readdirSync(folder)).not.toContain('out');
  });
});
