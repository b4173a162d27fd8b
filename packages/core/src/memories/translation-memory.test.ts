import { expect, it } from 'vitest';
import { betweenCodes, comparedForm, withPlaceholders } from './translation-memory.js';

const formOf = (text: string, codes: Parameters<typeof withPlaceholders>[0]['codes'] = []) =>
  comparedForm(betweenCodes(withPlaceholders({ text, codes })));

it('texts are compared with their placeholders and tags as one character each', () => {
  expect(formOf('Hello {name}, see https://example.org/a !')).toBe('Hello \uFFFC, see \uFFFC !');
  expect(formOf('a <b>bold</b>', [{ start: 2, end: 5, name: 'bpt:1' }])).toBe('a \uFFFCbold\uFFFC');
});

it('texts are compared without surplus white space and in one normal form', () => {
  expect(formOf('  Cafe\u0301\n au\u00A0lait ')).toBe('Café au lait');
});

it('a text with the mark of codes in it is compared with nothing', () => {
  expect(formOf('a \uFFFC b')).toBeUndefined();
});

it('placeholders of the same wording have the same name, and codes keep theirs', () => {
  const { codes } = withPlaceholders({
    text: '{a} {b} {a}',
    codes: [{ start: 4, end: 7, name: 'ph:1' }],
  });
  expect(codes.map(({ name }) => name)).toEqual(['={a}', 'ph:1', '={a}']);
});
