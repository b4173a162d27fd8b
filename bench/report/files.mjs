import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Writes `bench/results/NAME.json`; a name may begin with a folder. */
export const writeResults = (name, results) =>
  writeIn(join('bench', 'results', `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);

/** What {@link writeResults} wrote. */
export const readResults = (name) =>
  JSON.parse(readFileSync(join(ROOT, 'bench', 'results', `${name}.json`), 'utf8'));

/** Writes a file of the repository, with its folder. */
export const writeIn = (relativePath, text) => {
  const path = join(ROOT, relativePath);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/**
 * Puts text between `<!-- NAME:start -->` and `<!-- NAME:end -->` of a page, which is created if
 * necessary; missing marks are added at its end. The rest of the page stays as it is.
 */
export const writeSection = (relativePath, name, text) => {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const path = join(ROOT, relativePath);
  const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const section = `${start}\n\n${text.trim()}\n\n${end}`;
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  const hasMarks = from >= 0 && to > from;
  writeIn(
    relativePath,
    hasMarks
      ? page.slice(0, from) + section + page.slice(to + end.length)
      : `${page.trimEnd()}\n\n${section}\n`.trimStart(),
  );
};
