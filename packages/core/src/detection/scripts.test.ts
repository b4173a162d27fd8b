import { expect, test } from 'vitest';
import { countForeignLetters, specialLettersOf } from './scripts.js';

const foreignLetters = (language: string, ...words: string[]) =>
  countForeignLetters(language, specialLettersOf(words));

test('letters a language does not have count against it, each once', () => {
  expect(foreignLetters('de', 'größe', 'über')).toBe(0);
  expect(foreignLetters('es', 'größe', 'über')).toBe(2);
  expect(foreignLetters('sk', 'řeka', 'řeč')).toBe(1);
  expect(foreignLetters('ru', 'їжак')).toBe(1);
});
test('plain letters and languages without a list count nothing', () => {
  expect(foreignLetters('es', 'house', "don't")).toBe(0);
  expect(foreignLetters('zu', 'größe')).toBe(0);
});
