import { describe, expect, it } from 'vitest';
import { placePoints } from '../write/place-points.js';
import { choosePrefix, type Frame, nestingOf, partsOfFrame, withoutEdgeTokens } from './frame.js';

const token = (kind: 'open' | 'close' | 'point' | 'object', node: number, source = 'x') =>
  ({ kind, node, source }) as const;

const frame: Frame = {
  prefix: 'x',
  tokens: new Map([
    ['<x1>', token('open', 1)],
    ['</x1>', token('close', 1)],
    ['<x2/>', token('point', 2)],
    ['<x3/>', token('point', 3)],
    ['{x4}', token('object', 4)],
  ]),
};
const SOURCE = 'one <x1>two <x2/>three {x4}</x1> four <x3/>five';
const nests = (text: string): boolean =>
  nestingOf(partsOfFrame(text, frame), frame) === nestingOf(partsOfFrame(SOURCE, frame), frame);

describe('the markup of a unit', () => {
  it.each([
    ['words in another order', 'FIVE <x1>{x4} <x2/>TWO</x1> <x3/>ONE', true],
    ['a point outside its tags', '<x2/>one <x1>two {x4}</x1> <x3/>four', false],
    ['points that changed places', 'a <x3/><x1><x2/>b {x4}</x1>', false],
    ['an object outside its tags', '{x4} <x1>two <x2/></x1> <x3/>', false],
    ['a tag lost', 'one <x1>two <x2/>{x4} <x3/>', false],
    ['a tag doubled', '<x1>a <x2/>{x4}</x1> <x1>b</x1> <x3/>', false],
    ['tags the wrong way round', '</x1>a <x2/>{x4}<x1> <x3/>', false],
    ['text that looks like a token of another number', `<x9> ${SOURCE}`, true],
  ])('with %s', (_, text, expected) => {
    expect(nests(text)).toBe(expected);
  });

  it('has its points put back in their tags', () => {
    const astray = '<x2/>ONE <x1>TWO THREE {x4}</x1> FOUR <x3/>FIVE';
    const placed = placePoints(SOURCE, astray, frame);
    expect(placed).toBe('ONE <x1>TWO <x2/>THREE {x4}</x1> FOUR <x3/>FIVE');
    expect(nests(placed)).toBe(true);
  });

  it('never looks like the text', () => {
    expect(choosePrefix('plain')).toBe('x');
    expect(choosePrefix('a <x1> and {q2}')).toBe('z');
    const all = ['x', 'q', 'z', 'j', 'w', 'k', 'v', 'y', 'xx'].map((name) => `<${name}1>`).join('');
    expect(all).not.toContain(`<${choosePrefix(all)}1`);
  });

  it('has edges apart from its words', () => {
    expect(withoutEdgeTokens('<x1><x2/>one {x4}</x1>', frame)).toEqual({
      before: '<x1><x2/>',
      words: 'one {x4}',
      after: '</x1>',
    });
  });
});
