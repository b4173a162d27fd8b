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
        [{ kind: 'noun', plural: 'houses' }, { kind: 'noun' }],
        [
          { kind: 'noun', plural: 'hogares' },
          { kind: 'noun', plural: 'ovejas' },
        ],
      ),
    ).toEqual([{ source: 'houses', target: 'hogares' }]);
  });

  it('have the target as it is where its plural is not known', () => {
    const terms = [{ source: 'phone', target: 'iPhone' }];
    const sources = [{ kind: 'noun', plural: 'phones' }] as const;
    const expected = [{ source: 'phones', target: 'iPhone' }];
    expect(pluralTerms(terms, sources, [{ kind: 'unknown' }])).toEqual(expected);
    expect(pluralTerms(terms, sources, [{ kind: 'noun' }])).toEqual(expected);
    expect(pluralTerms(terms, sources, undefined)).toEqual(expected);
  });

  it('are none for verbs', () => {
    const terms = [{ source: 'run', target: 'ejecutar' }];
    expect(pluralTerms(terms, [{ kind: 'noun', plural: 'runs' }], [{ kind: 'other' }])).toEqual([]);
  });
});
