import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../packages/server/dist/cli/program.js';
import { pagePaths, readPage } from './pages.js';
import { isAsShown, runPage } from './run-page.js';

const hasPythonClient =
  spawnSync('python3', ['-c', 'import deepl'], { stdio: 'ignore' }).status === 0;

const pages = pagePaths().map(readPage);
const everyBlock = pages.flatMap((page) =>
  page.blocks.map((block, index) => ({ ...block, name: `${page.path}, block ${index + 1}` })),
);
const isRunnable = ({ language }: { readonly language: string }): boolean =>
  language !== 'python' || hasPythonClient;
const runnable = pages
  .map((page) => ({
    ...page,
    blocks: page.blocks.map((block) => ({ ...block, isRun: block.isRun && isRunnable(block) })),
  }))
  .filter((page) => page.blocks.some((block) => block.isRun));

/** Checks a program on standard input for syntax errors, without running it. */
const CHECKERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  sh: ['bash', '--norc', '-n'],
  js: ['node', '--input-type=module', '--check'],
  python: ['python3', '-c', 'import ast, sys; ast.parse(sys.stdin.read())'],
};

describe('the commands of the documentation', () => {
  it.each(runnable)('$path: do what the page says', { timeout: 400_000 }, async (page) => {
    for (const { block, printed, documented } of await runPage(page)) {
      if (documented === undefined || isAsShown(printed, documented)) continue;
      expect.fail(`${block}\n\nprints:\n${printed}\nrather than:\n${documented}`);
    }
  });

  it('are run on the pages people begin with', () => {
    const paths = runnable.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'docs/guide/ten-minutes.md']));
  });

  it('are well-formed where they are not run', () => {
    const problems = everyBlock.flatMap(({ name, language, text }) => {
      const [program, ...args] = CHECKERS[language] ?? [];
      if (program === undefined) return [];
      const checked = spawnSync(program, args, { input: text, encoding: 'utf8' });
      // Without Python, the check is skipped.
      const isFine = checked.status === 0 || checked.error !== undefined;
      return isFine ? [] : [`${name}: ${checked.stderr}`];
    });
    expect(problems).toEqual([]);
  });

  it('are commands that exist', () => {
    const known = new Set(createProgram().commands.map((command) => command.name()));
    const used = everyBlock
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => [...text.matchAll(/^(?:npx )?dragoman ([a-z]+)/gm)])
      .map(([, verb = '']) => verb);
    expect(used.filter((verb) => !known.has(verb))).toEqual([]);
    expect(used.length).toBeGreaterThan(10);
  });
});

describe('what a page shows', () => {
  it('is compared as a whole, but for the ends of lines and what … stands for', () => {
    expect(isAsShown('a 1 \nb\n', 'a 1\nb')).toBe(true);
    expect(isAsShown('key 1234-5\nb', 'key …\nb')).toBe(true);
    expect(isAsShown('a\nb\nc', 'a\n…\nc')).toBe(true);
    expect(isAsShown('a.c', 'abc')).toBe(false);
    expect(isAsShown('abc', 'a.c')).toBe(false);
    expect(isAsShown('a\nb', 'a')).toBe(false);
  });
});
