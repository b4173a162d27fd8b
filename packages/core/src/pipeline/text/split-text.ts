import type { LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../../engine/engine.js';
import { findProtectedSpans } from '../../protection/index.js';
import { join, type Segmentation, type SplitMode, segment } from '../../segmentation/index.js';

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
  },
): SplitText => {
  const spans = findProtectedSpans(text);
  const segmentation = segment(text, { ...options, unbreakable: spans });
  const units: TranslationUnit[] = [];
  let position = segmentation.leading.length;
  let next = 0;
  for (const { text: segmentText, gap } of segmentation.segments) {
    const end = position + segmentText.length;
    const protectedSpans = [];
    for (let span = spans[next]; span !== undefined && span.start < end; span = spans[++next]) {
      const start = Math.max(span.start, position) - position;
      const stop = Math.min(span.end, end) - position;
      if (start < stop) protectedSpans.push({ start, end: stop });
    }
    units.push({ text: segmentText, protectedSpans });
    position = end + gap.length;
  }
  return { segmentation, units };
};

export { join as joinSegments };
