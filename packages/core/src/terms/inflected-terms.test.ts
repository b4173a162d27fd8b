import { describe, expect, it } from 'vitest';
import { inflectedTerms } from './inflected-terms.js';

describe('other forms of terms', () => {
  it('are those of both sides where both are known', () => {
    expect(
      inflectedTerms(
        [
          { source: 'house', target: 'hogar' },
          { source: 'sheep', target: 'oveja' },
        ],
        {
          sources: [{ kind: 'noun', inflections: new Map([['pl', 'houses']]) }, { kind: 'noun' }],
          targets: [
            { kind: 'noun', inflections: new Map([['pl', 'hogares']]) },
            { kind: 'noun', inflections: new Map([['pl', 'ovejas']]) },
          ],
        },
        'es',
      ),
    ).toEqual([{ source: 'houses', target: 'hogares' }]);
  });

  it('have the target as it is where its plural is not known', () => {
    const terms = [{ source: 'phone', target: 'iPhone' }];
    const sources = [{ kind: 'noun', inflections: new Map([['pl', 'phones']]) }] as const;
    for (const targets of [[{ kind: 'unknown' }], [{ kind: 'noun' }], undefined] as const) {
      expect(inflectedTerms(terms, { sources, targets }, 'es')).toEqual([
        { source: 'phones', target: 'iPhone' },
      ]);
    }
  });

  it('are left out where the target would lose an article or a case', () => {
    const terms = [{ source: 'hus', target: 'house' }];
    const inflections = new Map([
      ['pl', 'hus'],
      ['def', 'huset'],
      ['pl gen', 'hus'],
      ['acc', 'huson'],
    ]);
    const targets = [{ kind: 'noun', inflections: new Map([['pl', 'houses']]) }] as const;
    expect(
      inflectedTerms(terms, { sources: [{ kind: 'noun', inflections }], targets }, 'en'),
    ).toEqual([
      { source: 'hus', target: 'houses' },
      { source: 'huson', target: 'house' },
    ]);
  });

  it('are kept where an ending only repeats what an article says', () => {
    const terms = [{ source: 'Haus', target: 'house' }];
    const inflections = new Map([
      ['pl', 'Häuser'],
      ['ending-es', 'Hauses'],
      ['pl ending-n', 'Häusern'],
    ]);
    const targets = [{ kind: 'noun', inflections: new Map([['pl', 'houses']]) }] as const;
    expect(
      inflectedTerms(terms, { sources: [{ kind: 'noun', inflections }], targets }, 'en'),
    ).toEqual([
      { source: 'Häuser', target: 'houses' },
      { source: 'Hauses', target: 'house' },
      { source: 'Häusern', target: 'houses' },
    ]);
  });

  it('are left out where they may as well be others', () => {
    const terms = [{ source: 'Kunde', target: 'client' }];
    const inflections = new Map([['pl', 'Kunden']]);
    const sources = [{ kind: 'noun', inflections, ambiguous: new Set(['pl']) }] as const;
    expect(inflectedTerms(terms, { sources, targets: undefined }, 'fr')).toEqual([]);
    const english = [{ kind: 'noun', inflections: new Map([['pl', 'clients']]) }] as const;
    expect(
      inflectedTerms(
        [{ source: 'client', target: 'Kunde' }],
        { sources: english, targets: sources },
        'de',
      ),
    ).toEqual([{ source: 'clients', target: 'Kunden' }]);
  });

  it('of adjectives are those of adjectives', () => {
    const terms = [{ source: 'rojo', target: 'rouge' }];
    const sources = [
      {
        kind: 'adjective',
        inflections: new Map([
          ['f', 'roja'],
          ['pl f', 'rojas'],
        ]),
      },
    ] as const;
    const known = { kind: 'adjective', inflections: new Map([['pl', 'rouges']]) } as const;
    expect(inflectedTerms(terms, { sources, targets: [known] }, 'fr')).toEqual([
      { source: 'roja', target: 'rouge' },
      { source: 'rojas', target: 'rouges' },
    ]);
    expect(inflectedTerms(terms, { sources, targets: [{ kind: 'other' }] }, 'fr')).toEqual([]);
  });

  it('are none for verbs and adjectives', () => {
    const terms = [{ source: 'run', target: 'ejecutar' }];
    const sources = [{ kind: 'noun', inflections: new Map([['pl', 'runs']]) }] as const;
    expect(inflectedTerms(terms, { sources, targets: [{ kind: 'other' }] }, 'es')).toEqual([]);
    const targetOf = (target: string) =>
      inflectedTerms([{ source: 'run', target }], { sources, targets: undefined }, 'de');
    expect(targetOf('ausführen')).toEqual([]);
    expect(targetOf('Lauf')).toEqual([{ source: 'runs', target: 'Lauf' }]);
  });
});
