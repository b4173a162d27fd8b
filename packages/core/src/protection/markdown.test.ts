import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSpans } from '../ranges.js';
import { segment } from '../segmentation/segment.js';
import { findCellEnds, findMarkdownSpans } from './markdown.js';

const found = (text: string): string[] =>
  findMarkdownSpans(text).map(({ start, end }) => text.slice(start, end));

describe('what Markdown refers by', () => {
  it.each([
    ['See [the house][ref] here', ['[ref]']],
    [
      'See [dog], [the][dog] and [cat]\n\n[dog]: http://a.example/ "The dog"',
      ['[dog]', '[dog]', '[dog]:'],
    ],
    ['A [dog][] and a [dog](x.html)\n[Dog]: dog.html', ['[dog]', '[]', '[Dog]:']],
    ['A note[^1]\n\n[^1]: It is here.', ['[^1]', '[^1]:']],
    ['[Note]: this is prose, and so is [this]', []],
    ['Press [Enter] or f[x](y)', []],
  ])('in %j', (text, spans) => {
    expect(found(text)).toEqual(spans);
  });

  it.each([
    ['```sh\nthe house\n\n  is red\n```\nThe house', ['```sh\nthe house\n\n  is red\n```']],
    ['~~~\na\n```\nb\n~~~~\nThe house', ['~~~\na\n```\nb\n~~~~']],
    ['- one\n  ```\n  the house\n  ```\n', ['  ```\n  the house\n  ```']],
    ['```\nnever closed', []],
    ['`` one ` line `` and ```more```', []],
  ])('is code in the fences of %j', (text, spans) => {
    expect(found(text)).toEqual(spans);
  });

  it('is in order, apart and within the text, also together with other spans', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '[a]',
      ': /x',
      '```',
      '~~~',
      '\n',
      'a',
      ' ',
      '(',
      '[^1]',
    );
    const cut = fc.array(fc.nat(60), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), cut, (parts, cuts) => {
        const text = parts.join('');
        const bounds = [...new Set(cuts)].sort((one, two) => one - two);
        const others = bounds.flatMap((start, index) =>
          index % 2 === 0 ? [{ start, end: bounds[index + 1] ?? start + 1 }] : [],
        );
        const spans = findMarkdownSpans(text);
        for (const list of [spans, mergeSpans(spans, others)]) {
          let position = 0;
          for (const { start, end } of list) {
            expect(start).toBeGreaterThanOrEqual(position);
            expect(end).toBeGreaterThan(start);
            position = end;
          }
        }
        expect(spans.at(-1)?.end ?? 0).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('of 128 KiB is found in passing', () => {
    const counts = ['[', '[a', '[a]', '][', '[^', '```\n', '```a\n', '[a]: /x\n', '~~~~'].map(
      (row) => findMarkdownSpans(row.repeat(Math.ceil(131_072 / row.length))).length,
    );
    // One for each row that refers by something, as in a short text.
    expect(counts).toEqual([0, 0, 43_690, 65_535, 0, 16_384, 0, 16_384, 0]);
  });
});

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
    ['Home | About us | Contact', ['Home', 'About us', 'Contact']],
    ['Red shoes · Acme', ['Red shoes', 'Acme']],
    ['a|b, x·y', ['a|b, x·y']],
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
    for (const row of ['| a | b |\n', '|', '|\n', 'a|b\n---|---\n']) {
      const text = row.repeat(131_072 / row.length);
      expect(cellsOf(text).join('').length).toBeLessThanOrEqual(text.length);
    }
  });
});

describe('items of a line', () => {
  it.each([
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
