/**
 * How a text is cut: not at all, at sentence ends and line breaks, or at sentence ends only (then a
 * line break is ordinary white space, though a blank line still ends a paragraph). Over-long pieces
 * are cut in every mode.
 */
export type SplitMode = 'none' | 'sentences-and-newlines' | 'sentences';

/** A piece to translate and what stands between it and the next one. */
export interface Segment {
  /** Never empty, never edged by white space. */
  readonly text: string;
  /** What follows, verbatim: white space, and the bullet or number of the next list item. */
  readonly gap: string;
}

/** A text in pieces: `leading` followed by every `text` and `gap` is the text again. */
export interface Segmentation {
  /** What stands before the first piece; the whole text when there is no piece. */
  readonly leading: string;
  readonly segments: readonly Segment[];
}

/** A half-open range of UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The text of ordered ranges as segments, and what lies around them as gaps. */
export const segmentationOf = (text: string, ranges: readonly TextRange[]): Segmentation => ({
  leading: text.slice(0, ranges[0]?.start ?? text.length),
  segments: ranges.map(({ start, end }, index) => ({
    text: text.slice(start, end),
    gap: text.slice(end, ranges[index + 1]?.start ?? text.length),
  })),
});

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
