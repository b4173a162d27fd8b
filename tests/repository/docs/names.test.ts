import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './pages.js';

const list = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;
/** Words of a language, a brand, names of CLDR and a path that is an example. */
const OTHER_NAMES = new Set(['tSeachtain', 'eBay', 'quotationStart', 'quotationEnd', './a/b.ts']);

it('names and files that comments mention exist', () => {
  const sources = list('packages/*/src/*.ts').map((path) => ({ path, text: read(path) }));
  const code = sources.map(({ text }) => text.replace(COMMENT, ''));
  const native = list('packages/engines/native/*').map(read);
  const known = new Set([...code, ...native].flatMap((text) => text.match(/\w+/g) ?? []));
  const files = list();
  const exists = (name: string): boolean =>
    OTHER_NAMES.has(name) ||
    (name.includes('.') ? files.some((file) => `/${file}`.endsWith(`/${name}`)) : known.has(name));
  const missing = sources.flatMap(({ path, text }) =>
    (text.match(COMMENT) ?? [])
      .flatMap((comment) => [
        ...comment.matchAll(/`([a-z]+[A-Z]\w*|[\w./-]+\.(?:ts|mjs|cpp|h))(?:\(\))?`/g),
        ...comment.matchAll(/\{@link (\w+)/g),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !exists(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
