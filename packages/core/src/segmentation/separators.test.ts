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
