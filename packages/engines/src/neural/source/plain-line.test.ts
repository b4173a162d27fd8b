import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookOf } from '../testing/book-of.js';
import { plainLines } from './plain-line.js';

const phraseBook = bookOf({
  a: 'ein',
  bill: 'Rechnung',
  clean: 'säubern',
  coffee: 'Kaffee',
  delivery: 'Lieferung',
  how: 'wie',
  machine: 'Maschine',
  paris: 'Paris',
  to: 'zu',
  your: 'dein',
});
/** A capital is a token of its own, but for `How`. */
const countTokens = (word: string): number => (/^(?!How)\p{Lu}/u.test(word) ? 2 : 1);
const plain = (line: string, source = 'en') =>
  plainLines(line, { source, countTokens, phraseBook })[0];

describe('a line for a neural model', () => {
  it.each([
    ['Delivery takes 3 days.', 'delivery takes 3 days.'],
    ['Delivery-free zone', 'delivery-free zone'],
    ['Delivery-Free', 'Delivery-Free'],
    ['How to pay', 'How to pay'],
    ['Bill paid.', 'Bill paid.'],
    ['Delivery Hero grew by a third.', 'Delivery Hero grew by a third.'],
    ['Zyx is not in the book.', 'Zyx is not in the book.'],
    ['How To Clean Your Coffee Machine', 'How to clean your coffee machine'],
    ['A Coffee Machine In Paris', 'A coffee machine in Paris'],
    ['The COFFEE of Mrs. Delivery', 'The COFFEE of Mrs. Delivery'],
  ])('begins no frequent word with a capital that makes it rare: %s', (line, expected) => {
    expect(plain(line).text).toBe(expected);
  });

  it('in few words begins with no word of several tokens, with a capital or without', () => {
    const reader = { source: 'en', countTokens: () => 2, phraseBook };
    expect(plainLines('Coffee with milk', reader)[0].text).toBe('coffee with milk');
    const long = 'Coffee with milk is what they have every morning';
    expect(plainLines(long, reader)[0].text).toBe(long);
  });

  it('is there as it was, too, where a capital is changed', () => {
    const reader = { source: 'en', countTokens, phraseBook };
    const texts = (line: string) => plainLines(line, reader).map(({ text }) => text);
    expect(texts('Delivery takes 2 hrs.')).toEqual([
      'delivery takes 2 hours.',
      'Delivery takes 2 hours.',
    ]);
    expect(texts('How to pay')).toEqual(['How to pay']);
  });

  it('gives the translation of a sentence the capital back', () => {
    expect(plain('Delivery takes 3 days.').finish('la entrega')).toBe('La entrega');
    expect(plain('delivery takes 3 days.').finish('la entrega')).toBe('la entrega');
    expect(plain('How to pay').finish('cómo pagar')).toBe('cómo pagar');
  });

  it('has hyphens for en dashes, which the translation gets back', () => {
    const { text, finish } = plain('pages 10–15, Wien–Graz', 'de');
    expect(text).toBe('pages 10-15, Wien-Graz');
    expect(finish('strony 10-15, Wien-Graz')).toBe('strony 10–15, Wien–Graz');
    expect(plain('pages 10-15', 'de').finish('strony 10-15')).toBe('strony 10-15');
  });

  it('has decimals for signs of fractions', () => {
    expect(plain('It takes 1½ hours, ½ of it or 2 ¾.').text).toBe(
      'It takes 1.5 hours, ½ of it or 2.75.',
    );
    expect(plain('1¼ Stunden', 'de').text).toBe('1,25 Stunden');
  });

  it('is English only where the source is', () => {
    expect(plain('A dept. vs. 2 hrs', 'nl').text).toBe('A dept. vs. 2 hrs');
  });

  it('knows where its words were', () => {
    const line = 'It takes 2 hrs, approx. 3 days.';
    const { text, placeInLine } = plain(line);
    const original = (word: string): string => {
      const start = text.indexOf(word);
      return line.slice(placeInLine(start, 'start'), placeInLine(start + word.length, 'end'));
    };
    expect(text).toBe('It takes 2 hours, about 3 days.');
    expect(['It', 'takes', '2', 'about', '3', 'days.'].map(original)).toEqual([
      'It',
      'takes',
      '2',
      'approx.',
      '3',
      'days.',
    ]);
    expect(original('hours').trim()).toBe('hrs');
  });

  const words = fc.array(
    fc.constantFrom(
      'Mon',
      'to',
      'Fri',
      '2',
      'hrs',
      'incl.',
      '10–12',
      'Delivery',
      'u',
      '10 am',
      ',',
    ),
    { maxLength: 12 },
  );

  it('keeps every place in order and within the line', () => {
    fc.assert(
      fc.property(words, (list) => {
        const line = list.join(' ');
        const { text, placeInLine } = plain(line);
        let last = 0;
        for (let place = 0; place <= text.length; place++) {
          const start = placeInLine(place, 'start');
          const end = placeInLine(place, 'end');
          expect(start).toBeGreaterThanOrEqual(Math.min(last, start));
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(line.length);
          expect(start).toBeGreaterThanOrEqual(last);
          last = start;
        }
      }),
    );
  });
});
