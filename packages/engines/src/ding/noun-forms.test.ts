import { describe, expect, it } from 'vitest';
import { formsOf } from './noun-forms.js';

const inflections = (...args: Parameters<typeof formsOf>) => [
  ...(formsOf(...args).inflections?.values() ?? []),
];

describe('the forms of a German noun', () => {
  it('are its plural, the genitive and the dative of the plural', () => {
    expect(formsOf('Tisch', 'm', 'Tische').inflections).toEqual(
      new Map([
        ['pl', 'Tische'],
        ['ending-s', 'Tischs'],
        ['ending-es', 'Tisches'],
        ['pl ending-n', 'Tischen'],
      ]),
    );
    expect(inflections('Haus', 'n', 'Häuser')).toEqual(['Häuser', 'Hauses', 'Häusern']);
    expect(inflections('Zeugnis', 'n', 'Zeugnisse')).toContain('Zeugnisses');
  });

  it('of feminine nouns have no genitive, and what ends with n or s no dative', () => {
    expect(inflections('Datei', 'f', 'Dateien')).toEqual(['Dateien']);
    expect(inflections('Auto', 'n', 'Autos')).toEqual(['Autos', 'Autoes']);
  });

  it('of nouns that are their own plural are those of cases', () => {
    expect(inflections('Ordner', 'm', 'Ordner')).toEqual(['Ordners', 'Ordneres', 'Ordnern']);
  });

  it('may be singular or plural where masculine nouns get an n in both', () => {
    expect(formsOf('Kunde', 'm', 'Kunden').ambiguous).toEqual(new Set(['pl']));
    expect(inflections('Kunde', 'm', 'Kunden')).toEqual(['Kunden']);
    expect(formsOf('Motor', 'm', 'Motoren').ambiguous).toEqual(new Set());
  });

  it('are none of plurals, and only cases without a known plural', () => {
    expect(formsOf('Daten', 'pl', undefined)).toEqual({ kind: 'noun' });
    expect(inflections('Dings', 'n', undefined)).toEqual(['Dingses']);
  });
});
