import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSpans } from '../ranges.js';
import { findMarkdownSpans } from './markdown.js';

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
