/** A half-open range of UTF-16 code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Says that a stretch of a translation comes from a word of its source. */
export interface Link {
  readonly target: Range;
  readonly source: Range;
}

/** A translation that knows where its words come from; links are in order, and do not overlap. */
export interface AlignedText {
  readonly text: string;
  readonly links: readonly Link[];
}
