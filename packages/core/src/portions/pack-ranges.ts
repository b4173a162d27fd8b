import type { Segmentation, TextRange } from '../segmentation/index.js';

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

/** The text of ordered ranges as segments, and what lies around them as gaps. */
export const toPortions = (text: string, ranges: readonly TextRange[]): Segmentation => ({
  leading: text.slice(0, ranges[0]?.start ?? text.length),
  segments: ranges.map(({ start, end }, index) => ({
    text: text.slice(start, end),
    gap: text.slice(end, ranges[index + 1]?.start ?? text.length),
  })),
});
