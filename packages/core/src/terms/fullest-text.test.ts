import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOfFullest } from './fullest-text.js';

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

  it('is one of them, whatever they are', () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        expect(texts[indexOfFullest(texts)]).toBeDefined();
      }),
    );
  });
});
