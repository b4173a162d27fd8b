import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TranslationUnit } from '../engine.js';
import {
  asUnit,
  joinParts,
  keepsSpans,
  nameSpan,
  pairSpans,
  partsOf,
  unchanged,
  verifySpans,
} from './placed-spans.js';

/** A unit whose protected spans are the parts in angle brackets or braces. */
const unitOf = (text: string): TranslationUnit => ({
  text,
  protectedSpans: pairSpans(
    Array.from(text.matchAll(/<[^>]*>|\{\w*\}/g), ({ 0: { length }, index }) =>
      nameSpan(text, { start: index, end: index + length }),
    ),
  ),
});
const part = fc.constantFrom('<a>', '</a>', '<b>', '</b>', '<br/>', '{x}', 'word', ' ', '.');
const unit = fc.array(part).map((parts) => unitOf(parts.join('')));

describe('the kind of a protected span', () => {
  const kindsOf = (text: string) =>
    unitOf(text).protectedSpans.map(({ kind, pair }) => (pair === undefined ? kind : kind + pair));

  it.each([
    ['<b>x</b>', ['open0', 'close0']],
    ['<b>x <br> y</b>', ['open0', 'point', 'close0']],
    ['<i><b>x</i></b>', ['open0', 'point', 'close0', 'point']],
    ['<b><b>x</b></b>', ['open0', 'open1', 'close1', 'close0']],
    ['</b>x<b>', ['point', 'point']],
    ['<br/> <a href="x>', ['point', 'point']],
    ['<!-- x --> <%= y %> {z}', ['formatting', 'formatting', 'placeholder']],
  ])('in %s', (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it.each(['👍', '{% if x %}', '{{#if x}}', '{{/if}}'])('is formatting for %s', (text) => {
    expect(nameSpan(text, { start: 0, end: text.length }).kind).toBe('formatting');
  });

  it('makes pairs that nest, of two tags each', () => {
    fc.assert(
      fc.property(unit, ({ protectedSpans }) => {
        const open: (number | undefined)[] = [];
        for (const { kind, pair } of protectedSpans) {
          if (kind === 'open') open.push(pair);
          else if (kind === 'close') expect(open.pop()).toBe(pair);
          else expect(pair).toBeUndefined();
        }
        expect(open).toEqual([]);
      }),
    );
  });
});

describe('protected spans in a translation', () => {
  it('and what lies between them make up the whole', () => {
    fc.assert(
      fc.property(unit, (source) => {
        const translated = unchanged(source);
        const parts = partsOf(translated);
        expect(parts.map(({ text }) => text).join('')).toBe(source.text);
        expect(joinParts(parts)).toEqual(translated);
        expect(asUnit(source, translated)).toEqual({
          ...source,
          protectedSpans: source.protectedSpans.map((span) => ({
            ...span,
            ...(span.pair !== undefined && { pair: span.pair }),
          })),
        });
      }),
    );
  });

  it('are all there, or missed', () => {
    const source = unitOf('open {x} and {x}');
    const both = unchanged(source);
    expect(keepsSpans(source, both)).toBe(true);
    expect(keepsSpans(source, { ...both, spans: both.spans.slice(1) })).toBe(false);
    expect(keepsSpans(unitOf('nothing'), { text: 'nada', spans: [] })).toBe(true);
  });

  it('are points to the next leg where the other tag of their pair is missing', () => {
    const source = unitOf('<b>red</b> house');
    const lost = { text: 'casa <b>roja', spans: [{ start: 5, end: 8, span: 0 }] };
    expect(asUnit(source, lost).protectedSpans).toEqual([{ start: 5, end: 8, kind: 'point' }]);
  });

  it('are not believed in unless they are what they say', () => {
    const source = unitOf('a {x} b {y}');
    const text = '{x} {y}';
    const right = { start: 0, end: 3, span: 0 };
    const wrong = [
      { start: 4, end: 7, span: 0 },
      { start: -3, end: 0, span: 1 },
      { start: 4, end: 70, span: 7 },
      { start: 1, end: 3, span: 0 },
    ];
    const last = { start: 4, end: 7, span: 1 };
    const translated = { text, spans: [right, ...wrong, right, last] };
    expect(verifySpans(source, translated)).toEqual({ text, spans: [right, last] });
  });
});
