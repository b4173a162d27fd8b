import { describe, expect, it } from 'vitest';
import { in24Hours, rewriteTimes, timesOf12Hours, withPossibleTimes } from './times-of-day.js';

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
});
