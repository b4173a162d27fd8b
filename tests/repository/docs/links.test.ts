import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTRIES, OTHER_VARIABLES } from '../../../packages/server/dist/configuration/settings.js';
import { filesBelow, type Page, pagePaths, ROOT, readPage, resolveLink } from './pages.js';

const INDEX = 'docs/README.md';

const isOutside = (link: string): boolean => /^[a-z]+:/.test(link);

const pages = pagePaths().map(readPage);
const pageByPath = new Map(pages.map((page) => [page.path, page]));

/** What is wrong with a link, or undefined. */
const problemOf = (page: Page, link: string): string | undefined => {
  if (isOutside(link))
    return link.startsWith('https://') || isOnThisMachine(link) ? undefined : link;
  const { path, anchor } = resolveLink(page, link);
  if (!existsSync(join(ROOT, path))) return `${link}: there is no ${path}`;
  if (anchor === undefined || pageByPath.get(path)?.anchors.has(anchor)) return undefined;
  return `${link}: ${path} has no heading for #${anchor}`;
};

const isOnThisMachine = (link: string): boolean => link.startsWith('http://127.0.0.1');

describe('the documentation', () => {
  it.each(pages)('$path has links that all lead somewhere', (page) => {
    expect(page.links.flatMap((link) => problemOf(page, link) ?? [])).toEqual([]);
  });

  it('is all in its index', () => {
    const index = readPage(INDEX);
    const listed = new Set(index.links.map((link) => resolveLink(index, link).path));
    const forgotten = pages
      .map(({ path }) => path)
      .filter((path) => path.startsWith('docs/') && path !== INDEX && !listed.has(path));
    expect(forgotten).toEqual([]);
  });

  it('names files that exist in the walk through a request', () => {
    const sources = readdirSync(join(ROOT, 'packages'))
      .flatMap((name) => filesBelow(join('packages', name, 'src')))
      .map((path) => `/${path}`);
    const { text } = readPage('docs/architecture.md');
    const named = [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => `/${path}`);
    expect(named.length).toBeGreaterThan(24);
    expect(named.filter((path) => !sources.some((source) => source.endsWith(path)))).toEqual([]);
  });

  it('names settings that exist', () => {
    const known = new Set([
      ...ENTRIES.map((entry) => entry.environmentName),
      ...OTHER_VARIABLES.map((row) => row.environmentName),
    ]);
    const unknown = pages
      .filter(({ path }) => path !== 'CHANGELOG.md')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\bDRAGOMAN_[A-Z_]*[A-Z]\b/g)]
          .map(([name]) => name)
          .filter((name) => !known.has(name as `DRAGOMAN_${string}`))
          .map((name) => `${path}: ${name}`),
      );
    expect(unknown).toEqual([]);
  });
});
