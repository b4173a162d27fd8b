import { describe, expect, it } from 'vitest';
import { locateTerms, withTerm } from './locate-terms.js';
import { createTermMatcher } from './term-matcher.js';

const matcher = createTermMatcher(
  [
    [
      { source: 'house', target: 'hogar' },
      { source: 'houses', target: 'hogares' },
      { source: 'Istanbul', target: 'İstanbul' },
    ],
  ],
  { source: 'en', target: 'es' },
);

const located = async (text: string, translation: string): Promise<readonly string[]> =>
  (await locateTerms(text, translation, matcher)).map(
    ({ start, end, term }) => `${term.source}: ${translation.slice(start, end)}`,
  );

describe('the terms of a text', () => {
  it('are found in its translation, in any letters and in its order', async () => {
    expect(await located('A house in Istanbul', 'İstanbul tiene un Hogar')).toEqual([
      'Istanbul: İstanbul',
      'house: Hogar',
    ]);
  });

  it('are found as often as the text has them, each in its own place', async () => {
    expect(await located('house, house', 'hogar, hogar y hogar')).toEqual([
      'house: hogar',
      'house: hogar',
    ]);
    expect(await located('house', 'casa')).toEqual([]);
    expect(await located('garden', 'hogar')).toEqual([]);
  });

  it('begin where a word begins', async () => {
    expect(await located('house', 'el subhogar y el hogareño')).toEqual(['house: hogar']);
    expect(await located('house', 'el subhogar')).toEqual([]);
  });
});

it('terms are looked for in turns, and other events have theirs between them', async () => {
  const terms = Array.from({ length: 300 }, (_, index) => ({
    source: `w${index}`,
    target: `b${'a'.repeat(1000 - index)}`,
  }));
  const slow = createTermMatcher([terms], { source: 'en', target: 'de' });
  const text = terms.map(({ source }) => source).join(' ');
  let [isDone, turns] = [false, 0];
  const work = locateTerms(text, 'a'.repeat(20_000), slow).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  expect(await work).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(30);
});

describe('a further term', () => {
  const pair = { source: 'en', target: 'es' };
  const glossary = createTermMatcher(
    [
      [
        { source: 'customer portal', target: 'portal de clientes' },
        { source: 'garden', target: 'huerto' },
      ],
    ],
    pair,
  );
  const targetsIn = (text: string, matcher = glossary) =>
    matcher.find(text).map((match) => matcher.write(match));

  it('goes before those of the glossaries where they overlap', () => {
    const both = withTerm({ source: 'portal', target: 'puerta' }, glossary, pair);
    expect(targetsIn('A garden and a customer portal', both)).toEqual(['huerto', 'puerta']);
    expect(targetsIn('A garden')).toEqual(['huerto']);
  });

  it('needs no glossary', () => {
    const alone = withTerm({ source: 'house', target: 'hogar' }, undefined, pair);
    expect(targetsIn('House and garden', alone)).toEqual(['Hogar']);
  });
});
