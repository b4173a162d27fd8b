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
