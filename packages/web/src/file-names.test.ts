import { describe, expect, it } from 'vitest';
import { extensionOf, translatedName } from './browser/documents/document-list.js';

describe('the name of a translated file', () => {
  it.each([
    ['letter.es-419.html', 'letter.html', 'ES-419', undefined],
    ['a.b.fr.txt', 'a.b.txt', 'FR', undefined],
    ['README.fr.txt', 'README', 'FR', undefined],
    ['.profile.fr.txt', '.profile', 'FR', undefined],
    ['scan.de.docx', 'scan.PDF', 'DE', 'docx'],
  ])('is %s of %s in %s', (expected, name, targetCode, extension) => {
    expect(translatedName(name, targetCode, extension)).toBe(expected);
  });
});

describe('the extension of a file', () => {
  it.each([
    ['docx', 'a.b.DOCX'],
    ['', 'README'],
    ['', 'ends with a dot.'],
  ])('is "%s" of %s', (expected, name) => {
    expect(extensionOf(name)).toBe(expected);
  });
});
