import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { debianPackagesFor, languagesOfCode, PACKAGED_PAIRS, variantOfCode } from './mode-names.js';

describe('the languages of mode names', () => {
  it.each([
    ['eng', ['en']],
    ['en', ['en']],
    ['cat', ['ca']],
    ['nob', ['nb']],
    ['zlm', ['ms']],
    ['ind', ['id']],
    ['hbs', ['hr', 'bs']],
    ['rus', ['ru']],
    ['nno', []],
    ['ast', []],
    ['szl', []],
    ['xx', []],
  ])('%s', (code, languages) => {
    expect(languagesOfCode(code)).toEqual(languages);
  });

  it('knows the variants the service has', () => {
    expect(variantOfCode('por', 'BR')).toBe('pt-BR');
    expect(variantOfCode('eng', 'US')).toBe('en-US');
    expect(variantOfCode('cat', 'valencia')).toBeUndefined();
    expect(variantOfCode('ast', 'BR')).toBeUndefined();
  });
});

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
