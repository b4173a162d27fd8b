import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ROOT } from './deploy/repository.js';

const FOLDER = join(ROOT, 'bench');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.mjs'),
);

/** `import { a, b as c } from '…'`, and `const { a, b: c } = await import('…')`. */
const IMPORTS =
  /\bimport \{([^}]*)\} from '([^']*)'|\bconst \{([^}]*)\} = await import\(\s*'([^']*)'/g;

/** What a bench takes from the built packages. */
const imported = FILES.flatMap((file) =>
  [...readFileSync(join(FOLDER, file), 'utf8').matchAll(IMPORTS)].flatMap(
    ([, names = '', from = '', ownNames = names, source = from]) => {
      if (!source.includes('/dist/')) return [];
      const module = new URL(source, pathToFileURL(join(FOLDER, file))).href;
      return ownNames
        .split(',')
        .map((name) => name.trim().split(/ as |:/)[0] ?? '')
        .filter((name) => name !== '')
        .map((name) => ({ file, source, module, name }));
    },
  ),
);

// A bench runs for minutes and by hand, so nobody would notice.
it('benches import from the packages what is there', async () => {
  expect(imported.length).toBeGreaterThan(20);
  const missing = [];
  for (const { file, source, module, name } of imported) {
    const found: object = await import(module).catch(() => ({}));
    if (!(name in found)) missing.push(`${file}: ${name} from ${source}`);
  }
  expect(missing).toEqual([]);
});
