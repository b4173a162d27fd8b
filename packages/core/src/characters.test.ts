import { expect, it } from 'vitest';
import { capitalised } from './characters.js';

it.each([
  ['istanbul', undefined, 'Istanbul'],
  ['istanbul', 'tr', 'İstanbul'],
  ['éclair', 'fr', 'Éclair'],
  ['', undefined, ''],
])('%s begins with a capital of its language, %s', (text, language, expected) => {
  expect(capitalised(text, language)).toBe(expected);
});
