import { describe, expect, it } from 'vitest';
import { isPersonName } from './names.js';

describe('a text that is the name of a person', () => {
  it.each(['Anna', 'Peter,', 'Tom Baker', 'Maria J. Weber', 'Jan-Peter Müller', 'Ana Sofia Reis.'])(
    'is told from others: %s',
    (text) => expect(isPersonName(text)).toBe(true),
  );

  it.each([
    'Rose',
    'Charles Bridge',
    'Peter called',
    'Best, Tom',
    'Anna and Tom',
    'Anna Maria van Schurman Prize of Honour',
    '',
  ])('is not taken for one: %s', (text) => expect(isPersonName(text)).toBe(false));
});
