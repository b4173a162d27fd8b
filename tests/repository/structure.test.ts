import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeCycle, findFolderCycles } from '../../scripts/structure/folder-cycles.mjs';
import { findLargeFolders, listFiles, MAX_FILES } from '../../scripts/structure/folder-sizes.mjs';

/** Modules as dependency-cruiser reports them, from `file: what it imports`. */
const modulesOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(imports).map(([source, resolved]) => ({
    source,
    dependencies: resolved.map((path) => ({ resolved: path })),
  }));

describe('cycles between folders', () => {
  it('are found where no file is in a cycle with another', () => {
    const cycles = findFolderCycles(
      modulesOf({
        'a/one.ts': ['b/one.ts'],
        'b/one.ts': [],
        'b/two.ts': ['a/two.ts'],
        'a/two.ts': [],
      }),
    );
    expect(cycles.map(({ folders }) => folders)).toEqual([['a', 'b']]);
    expect(cycles.map(describeCycle)).toEqual([
      '  a/one.ts imports b/one.ts\n  b/two.ts imports a/two.ts',
    ]);
  });

  it('are found between a folder and its own sub-folder', () => {
    const cycles = findFolderCycles(
      modulesOf({
        'a/engine.ts': ['a/text/cut.ts'],
        'a/text/cut.ts': ['a/options.ts'],
        'a/options.ts': [],
      }),
    );
    expect(cycles.map(({ folders }) => folders)).toEqual([['a', 'a/text']]);
  });

  it('are found over several folders, each group by itself, and nothing else is in them', () => {
    const cycles = findFolderCycles(
      modulesOf({
        'top/main.ts': ['a/x.ts', 'd/x.ts'],
        'a/x.ts': ['b/x.ts'],
        'b/x.ts': ['c/x.ts', 'leaf/x.ts'],
        'c/x.ts': ['a/y.ts'],
        'a/y.ts': [],
        'd/x.ts': ['e/x.ts'],
        'e/x.ts': ['d/y.ts'],
        'd/y.ts': ['leaf/x.ts'],
        'leaf/x.ts': [],
      }),
    );
    expect(cycles.map(({ folders }) => folders)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
  });

  it('are none where imports go one way, within one folder, or from tests', () => {
    const cycles = findFolderCycles(
      modulesOf({
        'a/one.ts': ['a/two.ts', 'b/one.ts', 'node_modules/zod/index.js'],
        'a/two.ts': ['b/one.ts'],
        'b/one.ts': [],
        'b/one.test.ts': ['a/one.ts'],
      }),
    );
    expect(cycles).toEqual([]);
  });
});

describe('folders with too many files', () => {
  const root = mkdtempSync(join(tmpdir(), 'dragoman-folders-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text = '') => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  it('are those above the limit', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}.ts`);
    const paths = [
      ...names(MAX_FILES).map((name) => `full/${name}`),
      ...names(MAX_FILES + 1).map((name) => `large/${name}`),
    ];
    expect(findLargeFolders(paths)).toEqual([{ folder: 'large', files: MAX_FILES + 1 }]);
  });

  it('do not count tests, nor what lies in sub-folders', () => {
    const paths = ['a/x.ts', 'a/x.test.ts', 'a/test_x.py', 'a/b/y.ts', 'a/b/z.ts'];
    expect(findLargeFolders(paths, 0)).toEqual([
      { folder: 'a/b', files: 2 },
      { folder: 'a', files: 1 },
    ]);
  });

  it('are looked for in what belongs to the repository', () => {
    write('.gitignore', 'dist/\n/data/\n*.log\n');
    for (const path of ['dist/x.js', 'packages/a/dist/x.js', 'data/keys', '.git/HEAD']) write(path);
    const wanted = ['packages/a/data/table.ts', 'packages/a/x.ts'];
    for (const path of wanted) write(path);
    expect(listFiles(root).toSorted()).toEqual(wanted);
  });
});
