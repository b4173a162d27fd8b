import { describe, expect, it } from 'vitest';
import { createTermMatcher } from './term-matcher.js';
import { withTerm } from './with-term.js';

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
