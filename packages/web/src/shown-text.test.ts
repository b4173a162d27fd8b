import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTags, isolateTags, isRightToLeft } from './browser/translator/shown-text.js';

/** Pieces that make tags, half tags and marks of direction. */
const texts = fc
  .array(fc.constantFrom('<b>', '</b>', '<a href="x">', '<', '>', 'بيت', ' ', '\n', '\u2066', 'x'))
  .map((pieces) => pieces.join(''));

describe('a text with tags in a field from right to left', () => {
  it('has each tag in an isolate of its own', () => {
    expect(isolateTags('بيت <b>كبير</b>.').shown).toBe('بيت \u2066<b>\u2069كبير\u2066</b>\u2069.');
    expect(isolateTags('3 < 4, {name}, a > b').shown).toBe('3 < 4, {name}, a > b');
  });

  it('gives the text itself back, as a whole and in parts', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, cut) => {
        const { shown, slice } = isolateTags(text);
        const at = cut % (shown.length + 1);
        expect(slice(0, shown.length)).toBe(text);
        expect(slice(0, at) + slice(at, shown.length)).toBe(text);
      }),
    );
  });
});

describe('a position of the text', () => {
  it('is found in what is shown: at the first that is not before it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { shown, slice, placeOf } = isolateTags(text);
        for (let position = 0; position <= text.length; position++) {
          const place = placeOf(position);
          expect(slice(0, place)).toBe(text.slice(0, position));
          if (place > 0) expect(slice(0, place - 1).length).toBeLessThan(position);
        }
        expect(placeOf(text.length + 1)).toBe(-1);
        expect(placeOf(text.length)).toBeLessThanOrEqual(shown.length);
      }),
    );
  });

  it('is found quickly, for each of many', () => {
    const text = '<b>بيت</b> '.repeat(20_000);
    const { placeOf } = isolateTags(text);
    let sum = 0;
    // One after the other, each search from the start would take minutes.
    for (let position = 0; position < text.length; position++) sum += placeOf(position);
    expect(sum).toBeGreaterThan(0);
  });
});

describe('tags', () => {
  it.each(['<b>', 'a </p>', '<!doctype html>', '<img src="x">'])('are in %s', (text) => {
    expect(hasTags(text)).toBe(true);
  });

  it.each(['', 'a < b > c', '<3', '{name}', '<b'])('are not in "%s"', (text) => {
    expect(hasTags(text)).toBe(false);
  });
});

describe('a text', () => {
  it.each([
    ['', false],
    ['The word שלום is Hebrew.', false],
    ['«Dragoman» תורגם היום על השרת הזה.', true],
    ['صباح الخير', true],
    ['123', false],
  ])(
    'in the script of most of its letters, "%s", runs from right to left: %s',
    (text, expected) => {
      expect(isRightToLeft(text)).toBe(expected);
    },
  );
});
