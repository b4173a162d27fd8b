import { findTarget, toWireCode } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { addableLanguages } from './addable-languages.js';
import { PUBLISHED_LANGUAGES } from './published-languages.js';

const tags = (...names: string[]): ReadonlySet<string> => new Set(names);
const NOTHING = {
  sources: tags(),
  targets: tags(),
  poorSources: tags(),
  poorTargets: tags(),
};
const codes = (served: Parameters<typeof addableLanguages>[0]) =>
  addableLanguages(served, PUBLISHED_LANGUAGES).map(({ code }) => code);

describe('the languages that can be added', () => {
  it('are all published ones where nothing is installed, in the order of their names', () => {
    const all = addableLanguages(NOTHING, PUBLISHED_LANGUAGES);
    expect(all).toHaveLength(PUBLISHED_LANGUAGES.length);
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted());
    expect(all.find(({ code }) => code === 'DE')).toMatchObject({
      name: 'German',
      directions: 'both',
      isBetter: false,
      command: 'npx dragoman models pull de',
    });
  });

  it('do not include what is served in every published direction', () => {
    expect(codes({ ...NOTHING, sources: tags('de', 'vi'), targets: tags('de') })).toEqual(
      codes(NOTHING).filter((code) => code !== 'DE' && code !== 'VI'),
    );
    expect(codes({ ...NOTHING, sources: tags('de') })).toContain('DE');
    expect(codes({ ...NOTHING, sources: tags('pt'), targets: tags('pt-BR') })).not.toContain('PT');
  });

  it('include what only starter models or rules serve, as better', () => {
    const served = { ...NOTHING, sources: tags('es'), targets: tags('es') };
    expect(codes(served)).not.toContain('ES');
    const poor = { ...served, poorTargets: tags('es') };
    expect(addableLanguages(poor, PUBLISHED_LANGUAGES)).toContainEqual(
      expect.objectContaining({ code: 'ES', isBetter: true }),
    );
  });

  it('do not include a direction without published models', () => {
    const served = { ...NOTHING, sources: tags('nb'), targets: tags('nb') };
    expect(codes({ ...served, poorSources: tags('nb') })).toContain('NB');
    expect(codes({ ...served, poorTargets: tags('nb') })).not.toContain('NB');
  });

  it('are all languages of the contract', () => {
    for (const { tag } of PUBLISHED_LANGUAGES) expect(findTarget(toWireCode(tag))).toBeDefined();
    expect(new Set(PUBLISHED_LANGUAGES.map(({ tag }) => tag)).size).toBe(
      PUBLISHED_LANGUAGES.length,
    );
  });
});
