import { describe, expect, it } from 'vitest';
import type { FramePart } from './checked-text.js';
import { choosePrefix, createFrame, framePartsOf, nestingOf, withoutEdgeTokens } from './frame.js';
import { placePoints } from './render.js';

const KINDS = { '<x1>': 'open', '</x1>': 'close', '{x4}': 'object' } as const;
const token = (text: string): FramePart => {
  const kind = KINDS[text as keyof typeof KINDS] ?? 'point';
  return {
    kind: 'token',
    text,
    token: { kind, node: Number(/\d/.exec(text)), source: 'x', at: 0 },
  };
};
const TOKENS = ['<x1>', '</x1>', '<x2/>', '<x3/>', '{x4}'];
const frame = createFrame(TOKENS.map((text) => [token(text)]));

/** A translation whose engine says where the tokens are. */
const partsOf = (text: string): readonly FramePart[] => {
  const spans = Array.from(text.matchAll(/<\/?x[1-3]\/?>|\{x4\}/g), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    span: TOKENS.indexOf(written),
  }));
  return framePartsOf({ text, spans }, frame);
};
const SOURCE = partsOf('one <x1>two <x2/>three {x4}</x1> four <x3/>five');
const nests = (parts: readonly FramePart[]): boolean =>
  nestingOf(parts, frame) === nestingOf(SOURCE, frame);
const written = (parts: readonly FramePart[]): string => parts.map(({ text }) => text).join('');

describe('the markup of a unit', () => {
  it.each([
    ['words in another order', 'FIVE <x1>{x4} <x2/>TWO</x1> <x3/>ONE', true],
    ['a point outside its tags', '<x2/>one <x1>two {x4}</x1> <x3/>four', false],
    ['points that changed places', 'a <x3/><x1><x2/>b {x4}</x1>', false],
    ['an object outside its tags', '{x4} <x1>two <x2/></x1> <x3/>', false],
    ['a tag lost', 'one <x1>two <x2/>{x4} <x3/>', false],
    ['a tag doubled', '<x1>a <x2/>{x4}</x1> <x1>b</x1> <x3/>', false],
    ['tags the wrong way round', '</x1>a <x2/>{x4}<x1> <x3/>', false],
    ['text that looks like a token of another number', `<x9> ${written(SOURCE)}`, true],
  ])('with %s', (_, text, expected) => {
    expect(nests(partsOf(text))).toBe(expected);
  });

  it('reaches to the edge of the sentence where its other half is beyond', () => {
    const half = (text: string, kind: 'open' | 'close', node: number, source: string) =>
      ({ kind: 'token', text, token: { kind, node, source, at: 0 } }) as const;
    const [open, close] = [half('<x1>', 'open', 1, '<b>'), half('</x1>', 'close', 1, '')];
    const [inner, end] = [half('<x2>', 'open', 2, '<i>'), half('</x2>', 'close', 2, '</i>')];
    const cut = createFrame([[inner], [end], [open], [close]]);
    const words = { kind: 'text', text: 'words' } as const;
    const nesting = nestingOf([inner, words, end, words, open, words, close], cut);
    expect(nesting).toBeDefined();
    expect(nestingOf([words, inner, words, end, open, close, words], cut)).toBe(nesting);
    expect(nestingOf([open, words, close, inner, words, end], cut)).not.toBe(nesting);
    expect(nestingOf([inner, words, end, words, open, words], cut)).toBeUndefined();
    expect(nestingOf([inner, end, open, close, close], cut)).toBeUndefined();
  });

  it('is no text that merely looks like it', () => {
    const text = `<x2/> ${written(SOURCE)}`;
    const spans = partsOf(written(SOURCE));
    const [first] = framePartsOf({ text, spans: [] }, frame);
    expect(first).toEqual({ kind: 'text', text });
    expect(nests([{ kind: 'text', text: '<x2/> ' }, ...spans])).toBe(true);
  });

  it('has its points put back in their tags', () => {
    const astray = partsOf('<x2/>ONE <x1>TWO THREE {x4}</x1> FOUR <x3/>FIVE');
    const placed = placePoints(SOURCE, astray);
    expect(written(placed)).toBe('ONE <x1>TWO <x2/>THREE {x4}</x1> FOUR <x3/>FIVE');
    expect(nests(placed)).toBe(true);
  });

  it('never looks like the text', () => {
    expect(choosePrefix('plain')).toBe('x');
    expect(choosePrefix('a <x1> and {q2}')).toBe('z');
    const all = ['x', 'q', 'z', 'j', 'w', 'k', 'v', 'y', 'xx'].map((name) => `<${name}1>`).join('');
    expect(all).not.toContain(`<${choosePrefix(all)}1`);
  });

  it('has edges apart from its words', () => {
    const { before, words, after } = withoutEdgeTokens({
      parts: partsOf('<x1><x2/>one {x4}</x1>'),
    });
    expect([before, words, after].map(written)).toEqual(['<x1><x2/>', 'one {x4}', '</x1>']);
  });
});
