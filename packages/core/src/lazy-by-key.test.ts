import { describe, expect, it } from 'vitest';
import { lazyByKey } from './lazy-by-key.js';

describe('what is made once', () => {
  it('is made when it is first asked for, and then kept', () => {
    const asked: number[] = [];
    const squareOf = lazyByKey({ two: 2, three: 3 }, (number) => {
      asked.push(number);
      return { square: number * number };
    });
    expect(asked).toEqual([]);
    const four = squareOf('two');
    expect(four).toEqual({ square: 4 });
    expect(squareOf('two')).toBe(four);
    expect(asked).toEqual([2]);
  });

  it('is nothing for a key without a source', () => {
    const lengthOf = lazyByKey({ a: 'x' }, (text) => text.length);
    expect(lengthOf('b')).toBeUndefined();
    expect(lengthOf('toString')).toBeUndefined();
  });
});
