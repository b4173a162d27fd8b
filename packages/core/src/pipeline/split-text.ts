import type { LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../engine/engine.js';
import { findCellEnds, findMarkdownSpans, mergeSpans } from '../protection/markdown.js';
import { protectSpans } from '../protection/placed-spans.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import { type JoinedText, joinPairs } from '../segmentation/join.js';
import { segment } from '../segmentation/segment.js';
import type { Segmentation, SplitMode } from '../segmentation/segmentation.js';
import type { TermIndex } from '../terms/term-index.js';
import { findUnsplit } from '../terms/unsplit-terms.js';
import { characterReferences } from './character-references.js';

/** A text ready for an engine: its units, and how to put their translations back together. */
export interface SplitText {
  readonly segmentation: Segmentation;
  /** One unit a segment, in order; character references such as `&#39;` are read. */
  readonly units: readonly TranslationUnit[];
  /** Puts translations, one for each unit, between the original gaps. */
  join(translated: readonly string[], target?: LanguageTag): JoinedText;
}

/** Cuts a text into units, keeping every protected span whole and inside one unit. */
export const splitText = (
  text: string,
  options: {
    readonly language: LanguageTag;
    readonly mode: SplitMode;
    readonly maxCharacters: number;
    readonly unsplitTerms?: readonly TermIndex[] | undefined;
  },
): SplitText => {
  const found = findSpans(text);
  const references = characterReferences(text);
  const segmentation = segment(text, {
    ...options,
    unbreakable: mergeSpans(found, findUnsplit(text, options.unsplitTerms)),
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
    const readable = references?.read(segmentText) ?? segmentText;
    units.push({
      text: readable,
      protectedSpans: protectSpans(
        readable,
        readable === segmentText ? ranges : findSpans(readable),
      ),
    });
    position = end + gap.length;
  }
  return {
    segmentation,
    units,
    join(translated, target) {
      const write = (one: string, index: number): string =>
        one === units[index]?.text
          ? (segmentation.segments[index]?.text ?? one)
          : (references?.write(one) ?? one);
      return joinPairs(segmentation, references ? translated.map(write) : translated, target);
    },
  };
};

const findSpans = (text: string) => mergeSpans(findMarkdownSpans(text), findProtectedSpans(text));
