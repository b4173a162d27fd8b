import { describe, expect, it } from 'vitest';
import { pluralTerms } from './plural-terms.js';

describe('the plurals of terms', () => {
  it('are those of both sides where both are known', () => {
    expect(
      pluralTerms(
        [
          { source: 'house', target: 'hogar' },
          { source: 'sheep', target: 'oveja' },
        ],
        {
          sources: [{ kind: 'noun', plural: 'houses' }, { kind: 'noun' }],
          targets: [
            { kind: 'noun', plural: 'hogares' },
            { kind: 'noun', plural: 'ovejas' },
          ],
        },
        'es',
      ),
    ).toEqual([{ source: 'houses', target: 'hogares' }]);
  });

  it('have the target as it is where its plural is not known', () => {
    const terms = [{ source: 'phone', target: 'iPhone' }];
    const sources = [{ kind: 'noun', plural: 'phones' }] as const;
    for (const targets of [[{ kind: 'unknown' }], [{ kind: 'noun' }], undefined] as const) {
      expect(pluralTerms(terms, { sources, targets }, 'es')).toEqual([
        { source: 'phones', target: 'iPhone' },
      ]);
    }
  });

  it('are none for verbs and adjectives', () => {
    const terms = [{ source: 'run', target: 'ejecutar' }];
    const sources = [{ kind: 'noun', plural: 'runs' }] as const;
    expect(pluralTerms(terms, { sources, targets: [{ kind: 'other' }] }, 'es')).toEqual([]);
    const targetOf = (target: string) =>
      pluralTerms([{ source: 'run', target }], { sources, targets: undefined }, 'de');
    expect(targetOf('ausführen')).toEqual([]);
    expect(targetOf('Lauf')).toEqual([{ source: 'runs', target: 'Lauf' }]);
  });
});
