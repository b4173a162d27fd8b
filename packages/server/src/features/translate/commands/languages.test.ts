import { describe, expect, it } from 'vitest';
import { PUBLISHED_LANGUAGES } from '../../models/published-languages.js';
import { packagedLanguages } from './languages.js';

const NONE: ReadonlySet<string> = new Set();
const NOTHING = { sources: NONE, targets: NONE, poorSources: NONE, poorTargets: NONE };

describe('the languages that only packages of Debian bring', () => {
  it('come with the command for all their pairs, by name', () => {
    const all = packagedLanguages(NOTHING, PUBLISHED_LANGUAGES);
    expect(all.find(({ code }) => code === 'EU')).toEqual({
      tag: 'eu',
      code: 'EU',
      name: 'Basque',
      command: 'apt-get install apertium-eu-en apertium-eu-es',
    });
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted());
  });

  it('are none with published models, and none that is served', () => {
    const served = { ...NOTHING, sources: new Set(['eu']) };
    const codes = packagedLanguages(served, PUBLISHED_LANGUAGES).map(({ code }) => code);
    expect(codes).toContain('AF');
    expect(codes).not.toContain('EU');
    expect(codes).not.toContain('ES');
  });
});
