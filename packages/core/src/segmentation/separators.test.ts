import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segment } from './segment.js';

const texts = (text: string, hasColumns = true): string[] =>
  segment(text, {
    language: 'en',
    mode: 'sentences-and-newlines',
    maxCharacters: 1000,
    hasColumns,
  }).segments.map((one) => one.text);

describe('what separates texts on a line', () => {
  test.each<[text: string, texts: string[]]>([
    ['Name\tPrice\tQuantity', ['Name', 'Price', 'Quantity']],
    ['Monday    9:00 - 18:00', ['Monday', '9:00 - 18:00']],
    ['  -h, --help  show this help', ['-h, --help', 'show this help']],
    ['Hello,   how are\tyou?', ['Hello,', 'how are', 'you?']],
    ['Please  enter your name.', ['Please  enter your name.']],
    ['  An indented line  ', ['An indented line']],
    ['Name: ____________ Date: __/__/____', ['Name:', 'Date:']],
    ['Signature: ........ Place: ...', ['Signature:', 'Place:']],
    ['Introduction ....... 5', ['Introduction', '5']],
    ['Introduction . . . . . 5', ['Introduction', '5']],
    ['Wait... what?', ['Wait... what?']],
    ['Male □ Female □ Other ☑', ['Male', 'Female', 'Other']],
    ['☐ Yes ☐ No', ['Yes', 'No']],
    ['Accept [ ] Refuse [ ]', ['Accept', 'Refuse']],
    ['{{#if user}}Hello {{user.name}}{{else}}Log in{{/if}}', ['Hello {{user.name}}', 'Log in']],
    ['{{^items}}No items{{/items}}', ['No items']],
    ['Text files (*.txt)|*.txt|All files (*.*)|*.*', ['Text files', 'All files']],
    ['Images|*.png;*.jpg|Texts|*.txt', ['Images', 'Texts']],
    ['Images (*.png *.jpg);;Texts (*.txt)', ['Images', 'Texts']],
  ])('%j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test('is no white space where that means nothing', () => {
    expect(texts('one\t two    three ____ four', false)).toEqual(['one\t two    three', 'four']);
  });

  test.each(['_', ' ', '\t', '. ', '{{#', '*.a;', '(*.a ', '__/', '  a'])(
    'is found in linear time: %j',
    (piece) => {
      const text = `a ${piece.repeat(20_000)}`;
      expect(texts(text).join('').length).toBeLessThanOrEqual(text.length);
    },
  );
});

const cellsOf = (text: string, mode: 'sentences' | 'sentences-and-newlines' = 'sentences') =>
  segment(text, {
    language: 'en',
    mode,
    maxCharacters: 1000,
  }).segments.map((part) => part.text);

describe('tables in Markdown', () => {
  test.each([
    ['| Red | Big dog |\n|---|:-:|\n| one | two |', ['Red', 'Big dog', '---', ':-:', 'one', 'two']],
    ['Red | Big\n--- | ---\none | two', ['Red', 'Big', '---', '---', 'one', 'two']],
    ['| One row | of cells |', ['One row', 'of cells']],
    ['Home | About us | Contact', ['Home', 'About us', 'Contact']],
    ['Red shoes · Acme', ['Red shoes', 'Acme']],
    ['a|b, x·y', ['a|b, x·y']],
    ['| a \\| b | c |', ['a \\| b', 'c']],
  ])('%j has its cells apart', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
    expect(cellsOf(text, 'sentences-and-newlines')).toEqual(cells);
  });

  test('lose nothing', () => {
    const part = fc.constantFrom(
      '|',
      '---',
      ':',
      '\n',
      '\r\n',
      ' ',
      'word',
      'One. Two',
      '`a|b`',
      '\\',
    );
    const mode = fc.constantFrom('sentences', 'sentences-and-newlines', 'none');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), mode, (parts, splitMode) => {
        const text = parts.join('');
        const { leading, segments } = segment(text, {
          language: 'en',
          mode: splitMode as 'none',
          maxCharacters: 40,
        });
        expect(leading + segments.map((part) => part.text + part.gap).join('')).toBe(text);
      }),
    );
  });

  test('of 128 KiB are cut in passing', () => {
    for (const row of ['| a | b |\n', '|', '|\n', 'a|b\n---|---\n']) {
      const text = row.repeat(131_072 / row.length);
      expect(cellsOf(text).join('').length).toBeLessThanOrEqual(text.length);
    }
  });
});

describe('items of a line', () => {
  test.each([
    ['Home » Bags » Shoes', ['Home', 'Bags', 'Shoes']],
    ['Yes / No / Maybe', ['Yes', 'No', 'Maybe']],
    ['Open Settings → Privacy → Cookies.', ['Open Settings', 'Privacy', 'Cookies.']],
    ['File > Save as', ['File', 'Save as']],
    ['Il dit « oui » et part.', ['Il dit « oui » et part.']],
    ['He and / or she.', ['He and / or she.']],
    ['Open Settings → Privacy and turn it off, as was said before.', undefined],
    ['5 > 3 and x > y', undefined],
  ])('are sentences of their own: %s', (text, expected) => {
    expect(cellsOf(text)).toEqual(expected ?? [text]);
  });
});
