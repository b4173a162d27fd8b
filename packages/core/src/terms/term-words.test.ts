import { describe, expect, it } from 'vitest';
import { findProtectedSpans } from '../protection/placeholders.js';
import { createTermMatcher } from './term-matcher.js';
import { withoutTermWords } from './term-words.js';

const { find } = createTermMatcher(
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

const keptBy = (findTerms: typeof find | undefined, text: string) =>
  withoutTermWords(text, findProtectedSpans(text), findTerms).map(({ start, end }) =>
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
    expect(keptBy(find, text)).toEqual(words);
  });

  it('are kept without a glossary', () => {
    expect(keptBy(undefined, 'The A380 is here.')).toEqual(['A380']);
  });
});
