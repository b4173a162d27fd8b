import { describe, expect, it } from 'vitest';
import { joinParts, plainText, type SpanPart } from '../protection/placed-spans.js';
import { nestingOf, placePoints, withoutEdgeMarkers } from './check-markup.js';
import { type CheckedText, choosePrefix, type UnitMarker, withMarkers } from './markup-unit.js';

const KINDS = { '<x1>': 'open', '</x1>': 'close', '{x4}': 'object' } as const;
const MARKERS = ['<x1>', '</x1>', '<x2/>', '<x3/>', '{x4}'];
const unit = { text: MARKERS.join(''), protectedSpans: placesIn(MARKERS.join('')) };
const markers = unit.protectedSpans.map(({ start, end }): UnitMarker => {
  const text = unit.text.slice(start, end);
  const kind = KINDS[text as keyof typeof KINDS] ?? 'point';
  return { kind, node: Number(/\d/.exec(text)), start, end, source: { start: 0, end: 1 } };
});

function placesIn(text: string) {
  return Array.from(text.matchAll(/<\/?x[1-3]\/?>|\{x4\}/g), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    span: MARKERS.indexOf(written),
    kind: 'placeholder' as const,
  }));
}

/** A translation whose engine says where the markers are. */
const translationOf = (text: string): CheckedText =>
  withMarkers({ unit, markers }, { text, spans: placesIn(text) });
const SOURCE = translationOf('one <x1>two <x2/>three {x4}</x1> four <x3/>five');
const nests = (text: CheckedText): boolean =>
  nestingOf(text, markers) === nestingOf(SOURCE, markers);

describe('the markup of a unit', () => {
  it.each([
    ['words in another order', 'FIVE <x1>{x4} <x2/>TWO</x1> <x3/>ONE', true],
    ['a point outside its tags', '<x2/>one <x1>two {x4}</x1> <x3/>four', false],
    ['points that changed places', 'a <x3/><x1><x2/>b {x4}</x1>', false],
    ['an object outside its tags', '{x4} <x1>two <x2/></x1> <x3/>', false],
    ['a tag lost', 'one <x1>two <x2/>{x4} <x3/>', false],
    ['a tag doubled', '<x1>a <x2/>{x4}</x1> <x1>b</x1> <x3/>', false],
    ['tags the wrong way round', '</x1>a <x2/>{x4}<x1> <x3/>', false],
    ['text that looks like a marker of another number', `<x9> ${SOURCE.text}`, true],
  ])('with %s', (_, text, expected) => {
    expect(nests(translationOf(text))).toBe(expected);
  });

  it('reaches to the edge of the sentence where its other half is beyond', () => {
    const half = (kind: 'open' | 'close', node: number, length: number): UnitMarker => ({
      ...{ kind, node, start: 0, end: 0 },
      source: { start: 0, end: length },
    });
    const cut = [half('open', 2, 3), half('close', 2, 4), half('open', 1, 3), half('close', 1, 0)];
    const [inner, end, open, close] = ['<x2>', '</x2>', '<x1>', '</x1>'].map(
      (text, span): SpanPart => ({ text, span }),
    ) as [SpanPart, SpanPart, SpanPart, SpanPart];
    const words = { text: 'words', span: undefined };
    const nestingIn = (...parts: readonly SpanPart[]) => nestingOf(joinParts(parts), cut);
    const nesting = nestingIn(inner, words, end, words, open, words, close);
    expect(nesting).toBeDefined();
    expect(nestingIn(words, inner, words, end, open, close, words)).toBe(nesting);
    expect(nestingIn(open, words, close, inner, words, end)).not.toBe(nesting);
    expect(nestingIn(inner, words, end, words, open, words)).toBeUndefined();
    expect(nestingIn(inner, end, open, close, close)).toBeUndefined();
  });

  it('is no text that merely looks like it', () => {
    const text = `<x2/> ${SOURCE.text}`;
    expect(withMarkers({ unit, markers }, plainText(text))).toEqual(plainText(text));
    const lookalike = '<x2/> ';
    const spans = placesIn(SOURCE.text).map(({ start, end, span }) => ({
      start: start + lookalike.length,
      end: end + lookalike.length,
      span,
    }));
    expect(nests(withMarkers({ unit, markers }, { text, spans }))).toBe(true);
  });

  it('is found inside of what is protected as a whole', () => {
    const whole = {
      text: 'a {x<x2/>{x4}} b',
      protectedSpans: [{ start: 2, end: 14, kind: 'placeholder' }],
    } as const;
    const inside = [
      { kind: 'point', node: 2, start: 4, end: 9, source: { start: 0, end: 1 } },
      { kind: 'object', node: 4, start: 9, end: 13, source: { start: 0, end: 1 } },
    ] as const;
    const translated = { text: '{x<x2/>{x4}} B A', spans: [{ start: 0, end: 12, span: 0 }] };
    expect(withMarkers({ unit: whole, markers: inside }, translated).spans).toEqual([
      { start: 2, end: 7, span: 0 },
      { start: 7, end: 11, span: 1 },
    ]);
  });

  it('has its points put back in their tags', () => {
    const astray = translationOf('<x2/>ONE <x1>TWO THREE {x4}</x1> FOUR <x3/>FIVE');
    const placed = placePoints(SOURCE, astray, markers);
    expect(placed.text).toBe('ONE <x1>TWO <x2/>THREE {x4}</x1> FOUR <x3/>FIVE');
    expect(nests(placed)).toBe(true);
  });

  it('never looks like the text', () => {
    expect(choosePrefix('plain')).toBe('x');
    expect(choosePrefix('a <x1> and {q2}')).toBe('z');
    const all = ['x', 'q', 'z', 'j', 'w', 'k', 'v', 'y', 'xx'].map((name) => `<${name}1>`).join('');
    expect(all).not.toContain(`<${choosePrefix(all)}1`);
  });

  it('has edges apart from its words', () => {
    const { before, words, after } = withoutEdgeMarkers(
      translationOf('<x1><x2/>one {x4}</x1>'),
      markers,
    );
    expect([before, words, after].map((parts) => joinParts(parts).text)).toEqual([
      '<x1><x2/>',
      'one {x4}',
      '</x1>',
    ]);
  });
});
