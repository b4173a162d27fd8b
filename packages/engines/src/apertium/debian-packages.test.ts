import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { debianPackagesFor, PACKAGED_PAIRS } from './debian-packages.js';
import { languagesOfCode } from './language-aliases.js';

const RELEASE = '/etc/os-release';
const isDebian12 =
  existsSync(RELEASE) && /^VERSION_ID="?12"?$/m.test(readFileSync(RELEASE, 'utf8'));

/** The pairs that apt knows here, of languages that the service knows; none without apt. */
const pairsOfApt = (): readonly string[] => {
  const args = ['search', '--names-only', '^apertium-[a-z]+-[a-z]+$'];
  const { stdout } = spawnSync('apt-cache', args, { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^apertium-(\w+-\w+) - (.*)$/gm)]
    .filter(([, , description = '']) => !/transitional/i.test(description))
    .map(([, pair = '']) => pair)
    .filter((pair) => pair.split('-').every((code) => languagesOfCode(code).length > 0));
};

/** See docs/guide/models/apertium.md. */
const UNUSABLE = ['hbs-eng', 'hbs-mkd'];

describe('the Debian packages for a language', () => {
  it.each([
    ['be', ['apertium-bel-rus']],
    ['uk', ['apertium-rus-ukr']],
    ['nl', ['apertium-afr-nld']],
    ['hr', ['apertium-hbs-slv']],
    ['de', []],
  ])('%s', (language, packages) => {
    expect(debianPackagesFor(language)).toEqual(packages);
  });

  const pairs = isDebian12 ? pairsOfApt() : [];
  it.skipIf(pairs.length === 0)('are all those that Debian 12 has', () => {
    expect(PACKAGED_PAIRS).toEqual(pairs.filter((pair) => !UNUSABLE.includes(pair)).toSorted());
  });
});
