import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapOwnText } from '../protection/placed-spans.js';
import { readCodes } from './codes.js';
import { type InlineCode, type TextWithCodes, textOf } from './marked-text.js';
import { joinMarkedText, splitMarkedText } from './split-marked-text.js';

const split = (source: TextWithCodes) =>
  splitMarkedText(readCodes(source), {
    language: 'en',
    mode: 'sentences-and-newlines',
    maxCharacters: 200,
  });

/** Translates every word into capitals. */
const translate = (source: TextWithCodes, target = 'es') => {
  const marked = split(source);
  const units = marked.paragraphs.flatMap((paragraph) => paragraph.units);
  const upperCase = (words: string): string => words.toUpperCase();
  return joinMarkedText(
    marked,
    units.map((unit) => mapOwnText(unit.source, upperCase)),
    target,
  );
};

const unitsOf = (source: TextWithCodes): readonly string[] =>
  split(source).paragraphs.flatMap(({ units }) => units.map(({ unit }) => unit.text));

/** A text with codes, from words, codes in short and words that are kept: `a [b ] c . / =kept`. */
const coded = (...parts: readonly string[]): TextWithCodes => {
  const codes: InlineCode[] = [];
  const open: number[] = [];
  let text = '';
  let next = 1;
  for (const part of parts) {
    const code = { at: text.length, length: 0 };
    if (part === '[') codes.push({ ...code, kind: 'open', id: open[open.push(next++) - 1] ?? 0 });
    else if (part === ']') codes.push({ ...code, kind: 'close', id: open.pop() ?? 0 });
    else if (part === '.') codes.push({ ...code, kind: 'point', id: next++ });
    else if (part === '/') codes.push({ ...code, kind: 'break', id: next++ });
    else if (part.startsWith('=')) {
      codes.push({ ...code, kind: 'kept', id: next++, length: part.length - 1 });
      text += part.slice(1);
    } else text += part;
  }
  return { text, codes };
};

const part = fc.constantFrom('.', '/', '=f(x)', '=', 'A word. ', 'b & <c>', ' ', '&amp;', '\ufffc');
const nested = fc.letrec<{ parts: string[] }>((tie) => ({
  parts: fc
    .array(
      fc.oneof(
        { depthSize: 'small' },
        part.map((one) => [one]),
        tie('parts').map((inner) => ['[', ...inner, ']']),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.flat()),
})).parts;

describe('a text with codes', () => {
  it('is a text without markup, whatever its characters are', () => {
    fc.assert(
      fc.property(nested, (parts) => {
        const source = coded(...parts);
        const marked = readCodes(source);
        expect(marked.write([{ start: 0, end: marked.source.length }])).toEqual(source);
      }),
    );
  });

  it('has its codes around the translated words', () => {
    expect(translate(coded('A ', '[', 'red', ']', ' house', '.', ' & ', '=f(x)'))).toEqual(
      coded('A ', '[', 'RED', ']', ' HOUSE', '.', ' & ', '=f(x)'),
    );
  });

  it('loses none of them, and keeps what is kept', () => {
    fc.assert(
      fc.property(nested, (parts) => {
        const source = coded(...parts);
        const capitals = parts.map((one) => (one.startsWith('=') ? one : one.toUpperCase()));
        expect(translate(source)).toEqual(coded(...capitals));
      }),
    );
  });

  it('ends sentences at breaks, and is read as one text otherwise', () => {
    const source = coded('One ', '[', 'two', ']', ' three', '/', 'four ', '=five');
    expect(unitsOf(source)).toEqual(['One <x1>two</x1> three', 'four {x1}']);
    expect(textOf(readCodes(source))).toBe('One two three\nfour  ');
  });

  it('has formatting over a break in both sentences', () => {
    expect(translate(coded('[', 'One', '/', 'two', ']', ' three'))).toEqual(
      coded('[', 'ONE', '/', 'TWO', ']', ' THREE'),
    );
  });

  it('reads words that cover nothing as a point', () => {
    expect(unitsOf(coded('One', '=', ' two'))).toEqual(['One<x1/> two']);
  });
});
