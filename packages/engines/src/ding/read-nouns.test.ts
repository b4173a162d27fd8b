import { expect, it } from 'vitest';
import { isPluralOf } from './read-nouns.js';

it.each([
  ['Tag', 'Tage'],
  ['Haus', 'Häuser'],
  ['Datei', 'Dateien'],
  ['Auto', 'Autos'],
  ['Ordner', 'Ordner'],
  ['Zeugnis', 'Zeugnisse'],
  ['Kundin', 'Kundinnen'],
  ['Museum', 'Museen'],
  ['Konto', 'Konten'],
  ['Firma', 'Firmen'],
  ['Bonus', 'Boni'],
])('the plural of %s may be %s', (singular, plural) => {
  expect(isPluralOf(plural, singular)).toBe(true);
});

it.each([
  ['Ablauf', 'Gleise'],
  ['Abwägung', 'Mängel'],
  ['Tag', 'Tagungen'],
  ['Amt', 'Ämterlisten'],
])('that of %s is not %s', (singular, plural) => {
  expect(isPluralOf(plural, singular)).toBe(false);
});
