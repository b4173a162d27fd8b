import { describe, expect, it } from 'vitest';
import { createTermMatcher } from './term-matcher.js';

const matcherOf = (source: string, ...dictionaries: readonly (readonly string[])[]) =>
  createTermMatcher(
    dictionaries.map((terms) =>
      terms.map((term, at) => ({ source: term, target: `${term}=${at}` })),
    ),
    { source, target: 'de' },
  );

const found = (matcher: ReturnType<typeof matcherOf>, text: string) =>
  matcher.find(text).map(({ start, end }) => text.slice(start, end));

describe('a matcher of terms', () => {
  it('finds whole words only', () => {
    expect(
      found(matcherOf('en', ['art', 'check']), 'The art of a cart, art-free: recheck'),
    ).toEqual(['art', 'art']);
  });

  it('finds the longest term from left to right', () => {
    const matcher = matcherOf('en', ['hard', 'hard disk', 'disk drive', 'hard disk drive bay']);
    expect(found(matcher, 'a hard disk drive, a hard drive and a disk drive')).toEqual([
      'hard disk',
      'hard',
      'disk drive',
    ]);
  });

  it('takes any white space between words for the same', () => {
    expect(found(matcherOf('en', ['hard  disk']), 'hard\n disk, hard\u00a0disk, harddisk')).toEqual(
      ['hard\n disk', 'hard\u00a0disk'],
    );
  });

  it('finds terms between any two characters of a script without spaces', () => {
    expect(found(matcherOf('ja', ['東京', 'サーバー']), '私は東京都のサーバー室にいる')).toEqual([
      '東京',
      'サーバー',
    ]);
  });

  it('finds terms with signs, which need no space around them', () => {
    expect(found(matcherOf('en', ['C++', 'AT&T', '.NET']), 'C++, C, AT&T and (.NET)')).toEqual([
      'C++',
      'AT&T',
      '.NET',
    ]);
  });

  it('finds a term in other letters, and writes its translation in the same', () => {
    const matcher = createTermMatcher([[{ source: 'customer portal', target: 'kundenportal' }]], {
      source: 'en',
      target: 'de',
    });
    const written = (text: string) => matcher.find(text).map(matcher.write);
    expect(written('customer portal, Customer portal, CUSTOMER PORTAL')).toEqual([
      'kundenportal',
      'Kundenportal',
      'KUNDENPORTAL',
    ]);
  });

  it('takes the term that is written the same before one in other letters', () => {
    const matcher = matcherOf('en', ['apple', 'Apple']);
    expect(matcher.find('An Apple, an apple, APPLE').map(({ term }) => term.source)).toEqual([
      'Apple',
      'apple',
      'apple',
    ]);
  });

  it('does not take a common word for an abbreviation', () => {
    expect(found(matcherOf('en', ['IT', 'US']), 'It is us. IT in the US')).toEqual(['IT', 'US']);
  });

  it('prefers the first dictionary', () => {
    const matcher = matcherOf('en', ['x', 'house'], ['house', 'garden']);
    expect(matcher.find('House, garden').map(({ term }) => term.target)).toEqual([
      'house=1',
      'garden=1',
    ]);
  });

  it('ignores a blank term', () => {
    expect(matcherOf('en', ['', '  ']).find('a b')).toEqual([]);
  });
});
