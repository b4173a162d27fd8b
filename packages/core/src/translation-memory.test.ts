import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersOf } from './edit-distance.js';
import {
  alignCodes,
  betweenCodes,
  memoryKeyOf,
  similarity,
  similarLengths,
  withPlaceholders,
} from './translation-memory.js';

const formOf = (text: string, codes: Parameters<typeof withPlaceholders>[0]['codes'] = []) =>
  memoryKeyOf(betweenCodes(withPlaceholders({ text, codes })));

it('texts are compared with their placeholders and tags as one character each', () => {
  expect(formOf('Hello {name}, see https://example.org/a !')).toBe('Hello \uFFFC, see \uFFFC !');
  expect(formOf('a <b>bold</b>', [{ start: 2, end: 5, name: 'bpt:1' }])).toBe('a \uFFFCbold\uFFFC');
});

it('texts are compared without surplus white space and in one normal form', () => {
  expect(formOf('  Cafe\u0301\n au\u00A0lait ')).toBe('Café au lait');
});

it('a text with the mark of codes in it is compared with nothing', () => {
  expect(formOf('a \uFFFC b')).toBeUndefined();
});

it('codes of one name are those of the source in its order', () => {
  const text = (count: number) => withPlaceholders({ text: '%s '.repeat(count), codes: [] });
  expect(alignCodes(text(3), text(3))?.order).toEqual([0, 1, 2]);
  expect(alignCodes(text(3), text(2))).toBeUndefined();
  expect(alignCodes(text(2), text(3))?.order).toEqual([0, 1]);
});

it('placeholders of the same wording have the same name, and codes keep theirs', () => {
  const { codes } = withPlaceholders({
    text: '{a} {b} {a}',
    codes: [{ start: 4, end: 7, name: 'ph:1' }],
  });
  expect(codes.map(({ name }) => name)).toEqual(['={a}', 'ph:1', '={a}']);
});

const similarityOf = (one: string, other: string, threshold = 0) =>
  similarity(charactersOf(one), charactersOf(other), threshold);

/** The whole table of Wagner and Fischer. */
const distanceOf = (one: readonly string[], other: readonly string[]): number => {
  let previous = other.map((_, column) => column + 1);
  for (const [row, character] of one.entries()) {
    const next: number[] = [];
    for (const [column, wanted] of other.entries()) {
      const diagonal = column === 0 ? row : (previous[column - 1] ?? 0);
      const left = column === 0 ? row + 1 : (next[column - 1] ?? 0);
      const change = diagonal + (character === wanted ? 0 : 1);
      next.push(Math.min(change, left + 1, (previous[column] ?? 0) + 1));
    }
    previous = next;
  }
  return previous.at(-1) ?? one.length;
};

describe('the similarity of two texts', () => {
  it('counts characters, not words', () => {
    expect(similarityOf('Hallo Welt!', 'Halloo Welt!')).toBe(92);
    expect(similarityOf('Hallo Welt!', 'Hallo Welt!')).toBe(100);
    expect(similarityOf('abc', 'xyz')).toBe(0);
    expect(similarityOf('', '')).toBe(100);
    expect(similarityOf('', 'abc')).toBe(0);
    expect(similarityOf('😀a', '😀b')).toBe(50);
  });

  it('is below 100 if anything differs', () => {
    const long = 'x'.repeat(1000);
    expect(similarityOf(long, `${long}y`)).toBe(99);
    expect(similarityOf(long, `${long}y`, 100)).toBeUndefined();
  });

  const unit = fc.constantFrom('a', 'b', 'c', '😀');
  const text = fc.oneof(fc.string({ unit, maxLength: 25 }), fc.string({ unit, maxLength: 100 }));
  it('is found if and only if it reaches the threshold', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 100 }), (one, other, threshold) => {
        const [first, second] = [[...one], [...other]];
        const longest = Math.max(first.length, second.length);
        const exact = longest === 0 ? 0 : distanceOf(first, second) / longest;
        const rounded = exact === 0 ? 100 : Math.min(99, Math.round(100 * (1 - exact)));
        const expected = rounded >= threshold ? rounded : undefined;
        expect(similarityOf(one, other, threshold)).toBe(expected);
        const { least, most } = similarLengths(first.length, threshold);
        if (expected !== undefined) {
          expect(second.length).toBeGreaterThanOrEqual(least);
          expect(second.length).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
