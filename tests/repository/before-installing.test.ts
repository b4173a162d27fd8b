import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from './deploy/repository.js';

/** What a module imports when it is read; not what it imports later, with `import()`. */
const importsOf = (url: string): readonly string[] =>
  [
    ...readFileSync(fileURLToPath(url), 'utf8').matchAll(/^(?:im|ex)port\b[^'();=]*'([^']+)'/gm),
  ].map(([, source = '']) => source);

/** The packages that a module and everything it imports need. */
const packagesOf = (entry: string): ReadonlySet<string> => {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const read = (url: string): void => {
    if (seen.has(url)) return;
    seen.add(url);
    for (const source of importsOf(url)) {
      if (source.startsWith('.')) read(new URL(source, url).href);
      else if (!source.startsWith('node:')) packages.add(source);
    }
  };
  read(pathToFileURL(join(ROOT, entry)).href);
  return packages;
};

// On a fresh machine these install the packages, so they cannot need one.
it.each(['scripts/start.mjs', 'scripts/test.mjs', 'scripts/setup.mjs', 'scripts/test-deploy.mjs'])(
  '%s runs before anything is installed',
  (entry) => {
    expect([...packagesOf(entry)]).toEqual([]);
  },
);

it('the packages of a module are found', () => {
  expect([...packagesOf('scripts/bundle-page.mjs')]).toContain('esbuild');
});
