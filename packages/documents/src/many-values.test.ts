import { expect, it } from 'vitest';
import { append, largest, smallest } from './many-values.js';

it('more values than a call may have arguments have extremes, and are added to a list', () => {
  const values = Array.from({ length: 300_000 }, (_, index) => index - 5);
  expect([smallest(values), largest(values)]).toEqual([-5, 299_994]);
  const list = [7];
  append(list, values);
  expect([list.length, list[0], list.at(-1)]).toEqual([300_001, 7, 299_994]);
  expect([smallest([]), largest([])]).toEqual([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
});
