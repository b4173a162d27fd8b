import type { TextRange } from './segmentation.js';

/** The range that an index lies strictly inside of, among ordered ranges that do not overlap. */
export const rangeAround = (ranges: readonly TextRange[], index: number): TextRange | undefined => {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as TextRange;
    if (index <= range.start) high = middle - 1;
    else if (index >= range.end) low = middle + 1;
    else return range;
  }
  return undefined;
};
