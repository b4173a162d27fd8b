import { describe, expect, it } from 'vitest';
import { formsOf, grammarOfNoun } from './noun-forms.js';

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
    for (const [noun, plural] of [
      ['Motor', 'Motoren'],
      ['Staat', 'Staaten'],
    ] as const) {
      expect(formsOf(noun, 'm', plural).ambiguous).toEqual(new Set());
      expect(grammarOfNoun(noun, 'm', plural).declension).toBeUndefined();
    }
  });

  it('are none of plurals, and only cases without a known plural', () => {
    expect(formsOf('Daten', 'pl', undefined)).toEqual({ kind: 'noun' });
    expect(inflections('Dings', 'n', undefined)).toEqual(['Dingses']);
  });
});

describe('the grammar of a German noun', () => {
  const casesOf = (...args: Parameters<typeof grammarOfNoun>) => [
    ...(grammarOfNoun(...args).cases ?? []),
  ];

  it('has its gender, and the genitive of those that have one', () => {
    expect(grammarOfNoun('Datei', 'f', 'Dateien')).toEqual({
      gender: 'f',
      number: 'sg',
      cases: new Map(),
    });
    expect(casesOf('Konto', 'n', 'Konten')).toEqual([
      ['Kontos', 'genitive'],
      ['Kontoes', 'genitive'],
    ]);
  });

  it('has the dative of plurals, also where that is the same', () => {
    expect(casesOf('Tiere', 'pl', undefined)).toEqual([['Tieren', 'dative']]);
    expect(casesOf('Optionen', 'pl', undefined)).toEqual([['Optionen', 'dative']]);
  });

  it('has all other cases of masculine nouns that get an n', () => {
    expect(grammarOfNoun('Kunde', 'm', 'Kunden')).toEqual({
      gender: 'm',
      number: 'sg',
      declension: 'weak',
      cases: new Map([['Kunden', 'not nominative']]),
    });
  });
});
