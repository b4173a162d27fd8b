import type { TextRange } from '../segmentation/index.js';

/** Joins neighbours, and what lies between them, as long as they fit. A longer one stays alone. */
export const packRanges = (
  ranges: readonly TextRange[],
  maxCharacters: number,
): readonly TextRange[] => {
  const packed: TextRange[] = [];
  for (const { start, end } of ranges) {
    const last = packed.at(-1);
    if (last && end - last.start <= maxCharacters) {
      packed[packed.length - 1] = { start: last.start, end };
    } else packed.push({ start, end });
  }
  return packed;
};
