import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protect } from '../host/testing/protect.js';
import { carryAround, PLACEHOLDERS, putBack } from './carry-spans.js';
import { decodeMarks, encodeMarks } from './inline-markup.js';
import {
  carryQuotes,
  markWords,
  mayHaveMovedCapital,
  putQuotesBack,
  withCapitalsOf,
  withoutMovedCapital,
  withoutSymbols,
} from './unit-translator.js';

describe('words with marks', () => {
  it('go to the engine one by one', () => {
    const { template, words } = markWords("l'axe y = 3");
    expect(words).toEqual(["l'axe", 'y', '3']);
    expect(encodeMarks(template)).toBe("[[t:p:0]]l'axe[[/]] [[t:p:1]]y[[/]] = [[t:p:2]]3[[/]]");
  });

  it('stay as they are where only a symbol came back for them', () => {
    const marked = decodeMarks('el [[t:p:0]]eje[[/]] [[t:p:1]]<prn>[[/]] = [[t:p:2]]3[[/]]');
    expect(withoutSymbols(marked, ['axe', 'y', '3'])).toBe('el eje y = 3');
  });
});

describe('the capital of a sentence', () => {
  it.each([
    ['Grep prints lines', 'Grep Imprime líneas', true],
    ['Grep prints lines', 'Grep imprime líneas', false],
    ['Grep Prints lines', 'Grep Imprime líneas', false],
    ['The house is red', 'La casa es roja', false],
    ['\u{f0000} prints lines', '\u{f0000} Imprime líneas', true],
  ])('in %s → %s may have moved: %s', (source, output, expected) => {
    expect(mayHaveMovedCapital(source, output)).toBe(expected);
  });

  it.each([
    ['Grep come en Madrid', 'Grep Mange à Madrid', 'Grep mange à Madrid'],
    ['Grep come en Madrid', 'Grep mange à Madrid', 'Grep mange à Madrid'],
    ['Grep Come en Madrid', 'Grep Mange à Madrid', 'Grep Mange à Madrid'],
  ])('of %s → %s is dropped where only names have one', (source, output, expected) => {
    expect(withoutMovedCapital(source, output)).toBe(expected);
  });

  it('is left where it belongs', () => {
    expect(withCapitalsOf('Grep Imprime en Google', ', Grep imprime en Google')).toBe(
      'Grep imprime en Google',
    );
    expect(withCapitalsOf('Zzqa Is in Rome', 'And Zzqa is in Rome')).toBe('Zzqa is in Rome');
    expect(withCapitalsOf('Zzqa English', ', Zzqa English')).toBe('Zzqa English');
    expect(withCapitalsOf('Zzqa Reads', ', other words')).toBe('Zzqa Reads');
  });
});

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
