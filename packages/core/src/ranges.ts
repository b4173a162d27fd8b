/** A half-open range of UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

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

/** Two lists of spans as one; where they overlap, those of the first list stand. */
export const mergeSpans = (
  first: readonly TextRange[],
  second: readonly TextRange[],
): readonly TextRange[] => {
  if (first.length === 0) return second;
  const merged = [...first];
  let next = 0;
  for (const span of second) {
    while (next < first.length && (first[next]?.end ?? 0) <= span.start) next++;
    if ((first[next]?.start ?? Number.POSITIVE_INFINITY) >= span.end) merged.push(span);
  }
  return merged.sort((one, two) => one.start - two.start);
};
