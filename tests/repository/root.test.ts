import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What may lie in the root of the repository: tools and people look for these there. */
const ALLOWED = [
  '.ci',
  '.dependency-cruiser.cjs',
  '.dockerignore',
  '.gitignore',
  '.npmrc',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'bench',
  'biome.json',
  'deploy',
  'docs',
  'examples',
  'models',
  'package-lock.json',
  'package.json',
  'packages',
  'scripts',
  'tests',
  'training',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];

// Only git knows which files belong to the repository.
it.skipIf(!existsSync(join(ROOT, '.git')))('the root holds nothing but what belongs there', () => {
  const paths = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const entries = new Set(paths.split('\0').map((path) => path.split('/', 1)[0]));
  // The list ends with a NUL.
  entries.delete('');
  expect([...entries].toSorted()).toEqual(ALLOWED);
});

// A test from outside that mixes sources with what was built has two copies of the same module.
it.skipIf(!existsSync(join(ROOT, '.git')))('tests of the whole import what was built', () => {
  const paths = execFileSync('git', ['ls-files', '-z', 'tests'], { cwd: ROOT, encoding: 'utf8' });
  const importing = paths
    .split('\0')
    .filter((path) => /\.[cm]?[jt]s$/.test(path) && existsSync(join(ROOT, path)))
    .filter((path) => /'[./]+packages\/[\w-]+\/src\//.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(importing).toEqual([]);
});
