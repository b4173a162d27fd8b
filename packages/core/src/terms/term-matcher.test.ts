import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findProtectedSpans } from '../protection/placeholders.js';
import { buildTermIndex } from './build-index.js';
import { createTermMatcher, withoutTermWords } from './term-matcher.js';

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

  it('knows the letters of the language, however they are composed', () => {
    expect(found(matcherOf('tr', ['ırmak', 'ev']), 'IRMAK, EV')).toEqual(['IRMAK', 'EV']);
    expect(found(matcherOf('en', ['ırmak', 'ice']), 'IRMAK, ICE')).toEqual(['ICE']);
    expect(found(matcherOf('es', ['camión']), 'Camio\u0301n')).toEqual(['Camio\u0301n']);
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

  it('refuses more words than fit into memory', () => {
    const terms = ['one two three', 'four five'].map((source) => ({ source, target: 'x' }));
    expect(() => buildTermIndex([terms], 'en', 4)).toThrow('at most 4 words');
  });

  it('reads each term once, as it comes out of a file', () => {
    const terms = ['house', 'red house', 'IT'].map((source) => ({ source, target: 'x' }));
    const pair = { source: 'en', target: 'de' };
    const matcher = createTermMatcher([terms.values(), terms.slice(0, 1).values()], pair);
    expect(found(matcher, 'A RED HOUSE, a house, it, IT')).toEqual(['RED HOUSE', 'house', 'IT']);
  });

  it('takes spellings with other white space for one', () => {
    const terms = ['red house', 'red  house', 'Red house'].map((source, at) => ({
      source,
      target: `${at}`,
    }));
    const matcher = createTermMatcher([terms], { source: 'en', target: 'de' });
    const targets = matcher.find('red house, Red house').map(({ term }) => term.target);
    expect(targets).toEqual(['0', '2']);
  });

  it('ignores a blank term', () => {
    expect(matcherOf('en', ['', '  ']).find('a b')).toEqual([]);
  });

  it('finds a word in capitals beside the same word in small letters', () => {
    const matcher = matcherOf('en', ['IT', 'give it', 'US support']);
    expect(found(matcher, 'GIVE IT, give it, IT, it, US SUPPORT, us support')).toEqual([
      'GIVE IT',
      'give it',
      'IT',
      'US SUPPORT',
    ]);
  });

  it('is not slowed down by terms that begin the same, in a text of nothing else', () => {
    const nested = Array.from({ length: 340 }, (_, index) => 'IT '.repeat(index + 1).trim());
    expect(found(matcherOf('en', nested), 'it '.repeat(40_000))).toEqual([]);
    const text = 'IT '.repeat(40_000).trim();
    const matches = found(matcherOf('en', nested), text);
    expect(matches.map(({ length }) => length)).toEqual([
      ...Array(117).fill(340 * 3 - 1),
      (40_000 - 117 * 340) * 3 - 1,
    ]);
    const long = matcherOf('en', [`${'a '.repeat(500)}b`]);
    expect(found(long, 'a '.repeat(60_000))).toEqual([]);
  });

  it('is not slowed down by thousands of spellings of one word', () => {
    const word = 'abcdefghijklmno';
    const spellings = Array.from({ length: 2 ** word.length }, (_, bits) =>
      Array.from(word, (letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)).join(''),
    );
    const matcher = matcherOf('en', spellings.slice(0, -1));
    const text = `${spellings[12_345]} `.repeat(10_000);
    expect(new Set(matcher.find(text).map(({ term }) => term.source))).toEqual(
      new Set([spellings[12_345]]),
    );
  });

  it('finds what trying every term at every place finds', () => {
    const text = fc
      .array(fc.constantFrom('a', 'B', 'b', 'ab', ' ', ' ', '-', '.', '東', '京', 'é', '_', '1'))
      .map((parts) => parts.join('').replace(/ +/g, ' ').trim());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, (sources, whole) => {
        const terms = sources.filter((source) => source !== '');
        expect(found(matcherOf('en', terms), whole)).toEqual(findNaively(terms, whole));
      }),
      { numRuns: 500 },
    );
  });
});

/** Tries every term at every place, by comparing characters. */
const findNaively = (terms: readonly string[], text: string): readonly string[] => {
  const matches: string[] = [];
  for (let at = 0; at < text.length; ) {
    const fitting = terms.filter((term) => {
      const end = at + term.length;
      const isSame = text.slice(at, end).toLowerCase() === term.toLowerCase();
      return isSame && !isInWord(text, at) && !isInWord(text, end) && !isOtherWord(term, text, at);
    });
    const longest = Math.max(0, ...fitting.map((term) => term.length));
    if (longest > 0) matches.push(text.slice(at, at + longest));
    at += longest || 1;
  }
  return matches;
};

const isInWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}_]/u.test(text.charAt(at - 1)) &&
  /[\p{L}\p{N}_]/u.test(text.charAt(at)) &&
  !/[東京]/.test(text.slice(Math.max(0, at - 1), at + 1));

/** Whether a word of the term is in capitals and that of the text is not. */
const isOtherWord = (term: string, text: string, at: number): boolean =>
  [...term.matchAll(/[\p{L}\p{N}_]+/gu)].some(({ 0: word, index }) => {
    const letters = word.replace(/[^\p{L}]/gu, '');
    const isCapitals = /^\p{Lu}{2,}$/u.test(letters);
    return isCapitals && text.slice(at + index, at + index + word.length) !== word;
  });

const { indexes } = createTermMatcher(
  [
    [
      { source: 'MacBook case', target: 'MacBook-Hülle' },
      { source: 'A380', target: 'Airbus A380' },
      { source: 'SmartHome', target: 'SmartHome' },
      { source: 'user', target: 'Anwender' },
    ],
  ],
  { source: 'en', target: 'de' },
);

const keptBy = (terms: typeof indexes, text: string) =>
  withoutTermWords(text, findProtectedSpans(text), terms).map(({ start, end }) =>
    text.slice(start, end),
  );

describe('words that look like names', () => {
  it.each([
    ['A MacBook case and a MacBook.', ['MacBook']],
    ['The A380 is here, and the B747.', ['B747']],
    // The glossary says that it stays.
    ['A SmartHome for the user.', ['SmartHome']],
    ['The user {user} of user@example.com', ['{user}', 'user@example.com']],
    ['Run `A380` at https://example.com/A380', ['`A380`', 'https://example.com/A380']],
  ])('are not kept where a term says what they become: %s', (text, words) => {
    expect(keptBy(indexes, text)).toEqual(words);
  });

  it('are kept without a glossary', () => {
    expect(keptBy([], 'The A380 is here.')).toEqual(['A380']);
  });
});
