import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOfFullest } from './fullest-text.js';

/** The share of a text's sequences that another text has. */
const shareOf = (text: string, other: string): number => {
  const all = sequencesOf(text);
  const left = sequencesOf(other);
  const found = all.filter((sequence) => {
    const at = left.indexOf(sequence);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return all.length === 0 ? 0 : found.length / all.length;
};

const sequencesOf = (text: string): string[] => {
  const letters = text.replace(/\s+/gu, '');
  return Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) =>
    letters.slice(at, at + 3),
  );
};

describe('the fullest of several translations', () => {
  it('is the one that the others agree with most', () => {
    expect(
      indexOfFullest(['Das Gebäude hat großes.', 'Das Gebäude ist groß.', 'Die Gebäude ist groß.']),
    ).toBe(1);
  });

  it('is the longer one of two', () => {
    expect(indexOfFullest(['The lake.', 'The lake is frozen in winter.'])).toBe(1);
  });

  it('is the first one of those that are the same', () => {
    expect(indexOfFullest(['ab', 'ab'])).toBe(0);
    expect(indexOfFullest(['The house is big.', 'A tree', 'The house is big.'])).toBe(0);
  });

  it('has most of what the others have', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const gains = texts.map((text, index) =>
          texts.reduce((sum, other, at) => sum + (at === index ? 0 : shareOf(other, text)), 0),
        );
        expect(gains[indexOfFullest(texts)]).toBeCloseTo(Math.max(...gains), 9);
      }),
    );
  });
});
