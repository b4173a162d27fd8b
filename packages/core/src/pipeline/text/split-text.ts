import type { LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../../engine/engine.js';
import {
  findCellEnds,
  findMarkdownSpans,
  findProtectedSpans,
  mergeSpans,
  protectSpans,
} from '../../protection/index.js';
import {
  join,
  joinPairs,
  type Segmentation,
  type SplitMode,
  segment,
} from '../../segmentation/index.js';
import { findUnsplit } from '../../terms/index.js';

/** A text ready for an engine: its units, and how to put their translations back together. */
export interface SplitText {
  readonly segmentation: Segmentation;
  /** One unit a segment, in order. */
  readonly units: readonly TranslationUnit[];
}

/** Cuts a text into units, keeping every protected span whole and inside one unit. */
export const splitText = (
  text: string,
  options: {
    readonly language: LanguageTag;
    readonly mode: SplitMode;
    readonly maxCharacters: number;
    readonly unsplitTerms?: readonly string[] | undefined;
  },
): SplitText => {
  const found = mergeSpans(findMarkdownSpans(text), findProtectedSpans(text));
  const segmentation = segment(text, {
    ...options,
    unbreakable: mergeSpans(found, findUnsplit(text, options.unsplitTerms, options.language)),
    separators: findCellEnds(text),
  });
  const units: TranslationUnit[] = [];
  let position = segmentation.leading.length;
  let next = 0;
  for (const { text: segmentText, gap } of segmentation.segments) {
    const end = position + segmentText.length;
    const ranges = [];
    for (let range = found[next]; range && range.start < end; range = found[++next]) {
      const start = Math.max(range.start, position) - position;
      const stop = Math.min(range.end, end) - position;
      if (start < stop) ranges.push({ start, end: stop });
    }
    units.push({ text: segmentText, protectedSpans: protectSpans(segmentText, ranges) });
    position = end + gap.length;
  }
  return { segmentation, units };
};

export { join as joinSegments, joinPairs };
