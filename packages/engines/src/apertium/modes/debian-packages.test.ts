import { describe, expect, it } from 'vitest';
import { debianPackagesFor } from './debian-packages.js';

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
});
