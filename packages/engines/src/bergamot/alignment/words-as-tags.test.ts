import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeTagged, readTaggedWords, tagWords } from './words-as-tags.js';

/** What the engine answers when every word stays. */
const copied = (text: string): string => tagWords(text).replace(/<i (\d+)>/g, '<i $1="">');

const scrap = fc.constantFrom(
  ...['a', 'the', '&', '<', '>', '&amp;', '</i>', '<i 0="">', '😀', '\u00a0', ' ', '  ', '\t', '.'],
);
const text = fc.array(scrap, { maxLength: 20 }).map((parts) => parts.join(''));

describe('words as tags', () => {
  it('have a tag each, and nothing else of markup', () => {
    expect(tagWords('Fish & <chips> now.')).toBe(
      '<i 0>Fish</i> <i 1>&amp;</i> <i 2>&lt;chips&gt;</i> <i 3>now.</i>',
    );
  });

  it('say where the words of a translation come from', () => {
    const source = 'the red house';
    const { text: translated, links } = readTaggedWords(
      '<i 0="">la</i> <i 2="">casa</i> <i 1="">roja oscura</i><i 2="">&amp;</i>',
      source,
    );
    expect(translated).toBe('la casa roja oscura&');
    expect(
      links.map(({ source: from, target }) => [
        source.slice(from.start, from.end),
        translated.slice(target.start, target.end),
      ]),
    ).toEqual([
      ['the', 'la'],
      ['house', 'casa'],
      ['red', 'roja oscura'],
      ['house', '&'],
    ]);
  });

  it('read as the text they were made of', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { text: read, links } = readTaggedWords(copied(source), source);
        expect(read).toBe(source);
        for (const link of links) expect(link.target).toEqual(link.source);
        expect(links.map(({ source: { start, end } }) => source.slice(start, end))).toEqual(
          source.match(/[^ ]+/g) ?? [],
        );
      }),
    );
  });

  it('are read in any disorder, with links in order and inside the text', () => {
    const part = fc.constantFrom('<i 0="">', '<i 7="">', '</i>', 'a', ' ', '&lt;', '&', '<', '>');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { text: read, links } = readTaggedWords(parts.join(''), 'one two');
        let end = 0;
        for (const { target } of links) {
          expect(target.start).toBeGreaterThanOrEqual(end);
          expect(target.end).toBeGreaterThan(target.start);
          end = target.end;
        }
        expect(end).toBeLessThanOrEqual(read.length);
      }),
    );
  });

  it.each([
    ['plain 😀 text', true],
    ['a \0 zero', false],
    ['half a \ud83d pair', false],
  ])('can be made of %j: %s', (source, expected) => {
    expect(canBeTagged(source)).toBe(expected);
  });
});
