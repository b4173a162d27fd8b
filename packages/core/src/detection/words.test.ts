import { describe, expect, it, test } from 'vitest';
import { isAbbreviation, mayBeName, withoutNames } from './words.js';

describe('an abbreviation', () => {
  it.each(['API', 'VAT', 'X', 'HTML', 'JSN', ' USA '])('%s is one', (text) => {
    expect(isAbbreviation(text)).toBe(true);
  });
  it.each(['NEIN', 'Hola', 'API key', '', '12', 'USA, UK'])('%j is none', (text) => {
    expect(isAbbreviation(text)).toBe(false);
  });
});

describe('a name', () => {
  it.each(['Jan Novák', 'Krzysztof Kieślowski', "Conan O'Brien", 'J. R. R. Tolkien'])(
    'may be %s',
    (text) => {
      expect(mayBeName(text)).toBe(true);
    },
  );
  it.each(['Wärmepumpe', 'Wo ist der Bahnhof?', 'HALLO WELT', 'Иван Иванов', ''])(
    'is not %j',
    (text) => {
      expect(mayBeName(text)).toBe(false);
    },
  );
  it('has four words at most', () => {
    expect(mayBeName('Anna Berta Clara Dora Emma')).toBe(false);
  });
});

test('capitalised words can be left out', () => {
  expect(withoutNames('Lech Wałęsa visited Łódź.').trim()).toBe('visited  .');
});
