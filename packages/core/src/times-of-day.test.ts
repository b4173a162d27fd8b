import { describe, expect, it } from 'vitest';
import {
  in24Hours,
  morningHoursOf,
  rewriteTimes,
  timesOf12Hours,
  withMorningHours,
  withPossibleTimes,
} from './times-of-day.js';

describe('English times', () => {
  it('are found without the period that ends the sentence', () => {
    const text = 'From 9 a.m. to 5:30 p.m.';
    expect(timesOf12Hours(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '9 a.m.',
      '5:30 p.m',
    ]);
    expect(rewriteTimes(text, in24Hours)).toBe('From 9:00 to 17:30.');
  });

  it.each([
    ['The meeting is at 15 am.', 'The meeting is at 15:00.'],
    ['at 15 p.m. tomorrow', 'at 15:00 tomorrow'],
    ['open 9–17 am', 'open 9:00–17:00'],
    ['at 15:30 PM', 'at 15:30'],
  ])('that no clock shows are in 24 hours: %s', (text, expected) => {
    expect(withPossibleTimes(text)).toBe(expected);
  });

  it.each(['at 3 pm', '12:30 am', 'I am 15. Am I?', '15 amps', '115 am'])(
    'that a clock shows stay: %s',
    (text) => {
      expect(withPossibleTimes(text)).toBe(text);
    },
  );

  it.each([
    ['fr', 'entre 9 h et 12 h', 'between 9 pm. and 12 pm.', 'between 9 am. and 12 pm.'],
    ['fr', 'Elle sera là à 9 h', 'She will be there at 9 pm', 'She will be there at 9 am'],
    ['de', 'Um 9:30 Uhr', 'At 9:30 p.m.', 'At 9:30 a.m.'],
    ['de', 'um 12 Uhr', 'at 12 AM', 'at 12 PM'],
    ['nl', 'om 9.30 uur', 'at 9:30 PM', 'at 9:30 AM'],
  ])('are before noon where their source says so: %s, %s', (language, source, text, expected) => {
    const morning = morningHoursOf(source, language);
    expect(morning && withMorningHours(text, morning)).toBe(expected);
  });

  it.each([
    ['de', 'um 9 Uhr abends', 'at 9 pm'],
    ['de', 'um 4 Uhr zum Kaffee', 'at 4 pm'],
    ['de', 'Beginn nachm. 8 Uhr', 'at 8 pm'],
    ['it', 'alle ore 9 di sera', 'at 9 pm'],
    ['fr', 'de 9 h à 21 h', 'from 9 pm to 9 pm'],
    ['fr', 'à 21 h', 'at 9 pm'],
    ['es', 'a las 9:00 p. m.', 'at 9 pm'],
    ['ja', '午後8:30', 'at 8:30 pm'],
    ['de', '9.50 und 8', 'at 9 pm'],
    ['de', 'ab 0 Uhr, 12 Stück', 'from 12 am, 12 pieces'],
  ])('stay where that is not certain: %s, %s', (language, source, text) => {
    const morning = morningHoursOf(source, language);
    expect(morning ? withMorningHours(text, morning) : text).toBe(text);
  });
});
