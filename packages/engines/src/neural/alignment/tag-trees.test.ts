import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKUP } from '../../host/testing/protect.js';
import { alignerOf, copy, lineWords, translate } from '../testing/aligned-lines.js';
import type { AlignedText, Link } from './aligned-text.js';

describe('any tree of tags', () => {
  const word = fc.constantFrom(
    'red',
    'house',
    '(so)',
    'it',
    '“maybe”',
    'no,',
    '42',
    '{n}',
    '-',
    'l’eau',
    '赤い',
    '.',
    '…',
  );
  const space = fc.constantFrom(' ', ' ', '');
  const leaf = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(word, space).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('<N/>', '<N/> ') },
  );
  const node: fc.Memo<string> = fc.memo((depth) =>
    depth <= 1
      ? leaf
      : fc.oneof(
          { weight: 2, arbitrary: leaf },
          {
            weight: 2,
            arbitrary: fc
              .tuple(fc.array(node(depth - 1), { maxLength: 4 }), space)
              .map(([parts, after]) => `<N>${parts.join('')}</N>${after}`),
          },
        ),
  );
  /** Every tag gets a number of its own, every placeholder another name. */
  const text = fc.array(node(3), { minLength: 1, maxLength: 6 }).map((parts) => {
    const open: number[] = [];
    let count = 0;
    return parts
      .join('')
      .replace(/ +/g, ' ')
      .trim()
      .replace(/<(\/?)N(\/?)>|\{n\}/g, (tag, close: string | undefined, single) => {
        if (tag === '{n}') return `{n${count++}}`;
        if (close === '/') return `</x${open.pop()}>`;
        if (single === '') open.push(count);
        return `<x${count++}${single}>`;
      });
  });
  const nestingOf = (markup: string): readonly string[] => {
    const open: string[] = [];
    const rows: string[] = [];
    for (const tag of markup.match(MARKUP) ?? []) {
      if (tag.startsWith('</')) {
        expect(open.pop()).toBe(tag.replace('/', ''));
        continue;
      }
      rows.push([...(tag.startsWith('{') ? [] : open), tag].join(' '));
      if (/^<x\d+>$/.test(tag)) open.push(tag);
    }
    return rows.sort();
  };

  it('comes back as it was from a model that copies', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (source) => {
        const translated = await translate(source, alignerOf(copy).aligner);
        if (translated !== undefined) expect(translated).toBe(source);
      }),
      { numRuns: 1000 },
    );
  });

  it('comes back whole and nested alike, whatever the alignment', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.infiniteStream(fc.nat(99)), async (source, numbers) => {
        const wild = (line: string): AlignedText => {
          const words = lineWords(line);
          const shuffled = words
            .map((row) => ({ row, key: numbers.next().value ?? 0 }))
            .sort((one, two) => one.key - two.key);
          let written = '';
          const links: Link[] = [];
          for (const { row, key } of shuffled) {
            const start = written.length;
            const isStandIn = /[XZQKW]\d/.test(row.text);
            written += isStandIn ? row.text : row.text.toUpperCase();
            const other = key % 4 === 0 ? words[key % words.length] : row;
            if (key % 7 > 0) {
              links.push({ target: { start, end: written.length }, source: other ?? row });
            }
            written += ' ';
          }
          return { text: written, links };
        };
        const translated = await translate(source, alignerOf(wild).aligner);
        if (translated === undefined) return;
        count++;
        expect(nestingOf(translated)).toEqual(nestingOf(source));
      }),
      { numRuns: 1500 },
    );
    expect(count).toBeGreaterThan(100);
  });
});
