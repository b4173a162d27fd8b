import { protectSpans } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import { carryAround } from './carry-spans.js';

const carried = (text: string, ...protectedParts: string[]) => {
  let from = 0;
  const spans = protectedParts.map((part) => {
    const start = text.indexOf(part, from);
    from = start + part.length;
    return { start, end: from };
  });
  return carryAround(text, protectSpans(text, spans)).pieces.map((piece) => [
    piece.text,
    piece.kind,
  ]);
};

describe('what is carried around the engine', () => {
  it('leaves ordinary text alone', () => {
    expect(carryAround("I'm here — naïve, 日本語 👩‍👩‍👧!", [])).toEqual({
      template: "I'm here — naïve, 日本語 👩‍👩‍👧!",
      pieces: [],
    });
  });

  it('white space other than single spaces', () => {
    expect(carried('a  b\tc\u00a0d\n \ne')).toEqual([
      ['  ', 'blank'],
      ['\t', 'blank'],
      ['\u00a0', 'blank'],
      ['\n \n', 'blank'],
    ]);
  });

  it('control characters, lone surrogates and private-use characters', () => {
    expect(carried('a\0b\ud800c\ue000d\u{f0001}').map(([text]) => text)).toEqual([
      '\0',
      '\ud800',
      '\ue000',
      '\u{f0001}',
    ]);
  });

  it('tokens of more than 500 characters, as words', () => {
    expect(carried(`a ${'x'.repeat(500)} b`)).toEqual([]);
    expect(carried(`a ${'.'.repeat(501)} b`)).toEqual([['.'.repeat(501), 'word']]);
  });

  it('numbers joined by colons or hyphens, as words', () => {
    expect(carried('At 10:30:45 on 2024-01-31, 16:9 or 3.5 and 1,000; a-1 v1:2')).toEqual([
      ['10:30:45', 'word'],
      ['2024-01-31', 'word'],
      ['16:9', 'word'],
    ]);
    expect(carried('Call +34 600 123 456 for 12.5% of 50 per cent')).toEqual([
      ['+34 600 123 456', 'word'],
      ['12.5%', 'word'],
    ]);
  });

  it('placeholders as words, markup as blanks', () => {
    expect(carried('Hi {name}, <b>x</b>', '{name}', '<b>', '</b>')).toEqual([
      ['{name}', 'word'],
      ['<b>', 'blank'],
      ['</b>', 'blank'],
    ]);
  });

  it('a placeholder together with the letters glued to it, but not with punctuation', () => {
    expect(carried("v{0}b and l'{1}.", '{0}', '{1}')).toEqual([
      ['v{0}b', 'word'],
      ['{1}', 'word'],
    ]);
  });

  it('placeholders that touch as one piece, but markup by itself', () => {
    expect(carried('<b>{x}{y}</b>', '<b>', '{x}', '{y}', '</b>')).toEqual([
      ['<b>', 'blank'],
      ['{x}{y}', 'word'],
      ['</b>', 'blank'],
    ]);
  });
});
