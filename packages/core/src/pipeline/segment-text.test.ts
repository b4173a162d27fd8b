import { expect, it } from 'vitest';
import { splitText } from './segment-text.js';

it('a word that is longer than a unit is protected in all of its units', () => {
  const word = 'ab'.repeat(2000);
  const { units } = splitText(`See ${word} now.`, {
    language: 'en',
    mode: 'none',
    maxCharacters: 1000,
  });
  const isProtected = units.map(({ protectedSpans }) =>
    protectedSpans.reduce((sum, { start, end }) => sum + end - start, 0),
  );
  expect(isProtected.reduce((sum, length) => sum + length)).toBe(word.length);
  expect(units.length).toBeGreaterThan(3);
});
