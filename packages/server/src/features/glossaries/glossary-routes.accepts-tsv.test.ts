import { expect, it } from 'vitest';
import { acceptsTsv } from './glossary-routes.js';

it.each([
  [undefined, true],
  ['text/tab-separated-values', true],
  ['application/json, text/plain, */*', true],
  ['Text/*;q=0.5', true],
  ['application/json', false],
  ['text/tab-separated-values;q=0', false],
])('%j: %s', (accept, expected) => {
  expect(acceptsTsv(accept)).toBe(expected);
});
