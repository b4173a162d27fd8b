import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protect } from '../host/testing/protect.js';
import { carryAround, PLACEHOLDERS, putBack } from './carry-spans.js';
import { carryQuotes, putQuotesBack } from './quotes.js';

const carry = (text: string) => {
  const { template, pieces } = carryAround(text, protect(text).protectedSpans);
  return { own: pieces, ...carryQuotes(template, pieces) };
};

describe('single quotes', () => {
  it.each([
    ["Click 'Save' or ‘Delete’", ["'", "'", '‘', '’']],
    ["It's John's", []],
    ["'Save and quit.", ["'"]],
    ['a "double" one', []],
  ])('of %s do not reach the engine', (text, quotes) => {
    const { own, pieces } = carry(text);
    expect(pieces.slice(own.length).map((piece) => piece.text)).toEqual(quotes);
  });

  it('around words are pairs, unless a tag begins or ends between them', () => {
    const kinds = (text: string) => {
      const { own, pieces } = carry(text);
      return pieces.slice(own.length).map(({ span }) => span?.kind);
    };
    expect(kinds("a '<b>red</b>' house")).toEqual(['open', 'close']);
    expect(kinds("a <b>'red</b> house'")).toEqual([undefined, undefined]);
  });

  it('come back letter for letter', () => {
    const part = fc.constantFrom("'", '’', '‘', '<b>', '</b>', '{x}', 'word', 's', ' ', '.');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const { own, template, pieces } = carry(text);
        const back = putQuotesBack(template, pieces, own.length);
        expect(putBack(back, own).text).toBe(text);
        expect(new Set(template.match(PLACEHOLDERS)).size).toBe(pieces.length);
      }),
    );
  });
});
