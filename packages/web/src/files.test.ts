import { describe, expect, it } from 'vitest';
import { translatedName } from './browser/panes/files.js';

describe('the name of a translated file', () => {
  it.each([
    ['letter.es-419.html', 'letter.html', 'ES-419', true],
    ['a.b.fr.txt', 'a.b.txt', 'FR', false],
    ['README.fr.txt', 'README', 'FR', false],
    ['.profile.fr.txt', '.profile', 'FR', false],
    ['translation.fr.txt', undefined, 'FR', false],
  ])('is %s of %s in %s', (expected, name, targetCode, isHtml) => {
    expect(translatedName(name, { targetCode, isHtml })).toBe(expected);
  });
});
