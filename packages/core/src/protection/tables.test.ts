import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segment } from '../segmentation/index.js';
import { findCellEnds } from './tables.js';

const cellsOf = (text: string, mode: 'sentences' | 'sentences-and-newlines' = 'sentences') =>
  segment(text, {
    language: 'en',
    mode,
    maxCharacters: 1000,
    separators: findCellEnds(text),
  }).segments.map((part) => part.text);

describe('tables in Markdown', () => {
  it.each([
    ['| Red | Big dog |\n|---|:-:|\n| one | two |', ['Red', 'Big dog', '---', ':-:', 'one', 'two']],
    ['Red | Big\n--- | ---\none | two', ['Red', 'Big', '---', '---', 'one', 'two']],
    ['| One row | of cells |', ['One row', 'of cells']],
    ['Home | About us | Contact', ['Home | About us | Contact']],
    ['| a \\| b | c |', ['a \\| b', 'c']],
  ])('%j has its cells apart', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
    expect(cellsOf(text, 'sentences-and-newlines')).toEqual(cells);
  });

  it('lose nothing', () => {
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
          separators: findCellEnds(text),
        });
        expect(leading + segments.map((part) => part.text + part.gap).join('')).toBe(text);
      }),
    );
  });

  it('of 128 KiB are cut in passing', () => {
    for (const row of ['| a | b |\n', '|', '|\n', 'a|b\n---|---\n'])
      cellsOf(row.repeat(131_072 / row.length));
  });
});
