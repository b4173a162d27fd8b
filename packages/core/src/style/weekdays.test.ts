import { LANGUAGES, toTag } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { weekdayLocaliser } from './weekdays.js';

const localised = (text: string, source: string, from: string, to: string): string =>
  weekdayLocaliser({ source, sourceLanguage: from, language: to })?.(text) ?? text;

describe('abbreviations of weekdays that were copied', () => {
  it.each([
    ['en', 'de', 'Mon–Fri 9:00–17:00', 'Mo–Fr 9:00–17:00'],
    ['en', 'es', 'Mon - Fri: 9:00, Sat 10:00', 'Lun - vie: 9:00, sáb 10:00'],
    ['en', 'fr', 'Open Mon–Fri', 'Open lun.–ven.'],
    ['en', 'fr', 'Mon. – Fri. 9:00', 'Lun. – ven. 9:00'],
    ['en', 'it', 'Thurs/Fri', 'Gio/ven'],
    ['en', 'pl', 'Tue, 5.05.2026', 'Wt., 5.05.2026'],
    ['de', 'en', 'Mo–Fr 9–17', 'Mon–Fri 9–17'],
  ])('are those of the language, %s to %s: %s', (from, to, text, expected) => {
    expect(localised(text, text, from, to)).toBe(expected);
  });

  it.each([
    [
      'words that are no days',
      'The Sun shines, Sat on a chair.',
      'The Sun shines, Sat on a chair.',
    ],
    ['days that the source does not have', 'Open daily 9–17', 'Mon–Fri 9–17'],
    ['parts of words', 'Mon–Friends 9', 'Mon–Friends 9'],
  ])('stay where they are %s', (_, source, text) => {
    expect(localised(text, source, 'en', 'de')).toBe(text);
  });

  it('stay where they are the name of another day in the target language', () => {
    expect(localised('Do–Fr 9', 'Do–Fr 9', 'de', 'nl')).toBe('Do–vr 9');
    expect(localised('dom–lun 9', 'dom–lun 9', 'es', 'it')).toBe('Dom–lun 9');
  });

  it('are known in every language, also where their names have blanks, digits or marks', () => {
    for (const tag of LANGUAGES.map(({ code }) => toTag(code))) {
      expect(() => localised('Mon–Fri 9–17', 'Mon–Fri 9–17', 'en', tag)).not.toThrow();
    }
  });
});
