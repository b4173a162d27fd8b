import type { LanguageTag } from '@dragoman/contract';
import type { TranslationUnit } from '../engine.js';
import { type SplitMarkedText, splitMarkedText } from '../markup/split-marked-text.js';
import { findMarkdownSpans } from '../protection/markdown.js';
import { protectSpans } from '../protection/placed-spans.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import { mergeSpans } from '../ranges.js';
import { segment } from '../segmentation/segment.js';
import {
  type JoinedText,
  joinPairs,
  type Segmentation,
  type SplitMode,
} from '../segmentation/segmentation.js';
import { findUnsplit, type TermIndexes, withoutTermWords } from '../terms/term-matcher.js';
import { characterReferences, type ReadText } from './opened-text.js';
import type { TextOptions } from './request.js';
import type { SentenceJob } from './sentence-job.js';

/** A text cut into sentences, and what is needed to put them together again. */
export type SegmentedText = { readonly jobs: readonly SentenceJob[] } & (
  | { readonly split: SplitText }
  | { readonly marked: SplitMarkedText }
);

// Engines keep markup by means whose cost grows with its square.
const MAX_MARKERS = 100;

/**
 * Cuts a text into sentences.
 *
 * @param index which of the texts that are translated together it is
 */
export const segmentText = (
  { text, marked, message }: ReadText,
  { source, maxCharacters, terms, options }: TextOptions,
  index = 0,
): SegmentedText => {
  const origin = { text: index, message };
  const limits = { language: source, mode: options.splitMode, maxCharacters, terms };
  if (!marked) {
    const split = splitText(text, limits);
    return { split, jobs: split.units.map((unit) => ({ ...origin, unit })) };
  }
  const split = splitMarkedText(marked, limits);
  const jobs = split.paragraphs.flatMap(({ units }) =>
    units.map((markup) => ({
      ...origin,
      unit: markup.unit,
      markup,
      isOversized: markup.markers.length > MAX_MARKERS || markup.unit.text.length > maxCharacters,
    })),
  );
  return { marked: split, jobs };
};

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
    readonly terms?: readonly TermIndexes[] | undefined;
  },
): SplitText => {
  const { terms = [] } = options;
  const found = withoutTermWords(text, findSpans(text), terms);
  const references = characterReferences(text);
  const segmentation = segment(text, {
    ...options,
    unbreakable: mergeSpans(found, findUnsplit(text, terms)),
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
      // Longer than a unit: the rest of it is in the next one.
      if (range.end > end) break;
    }
    const readable = references?.read(segmentText) ?? segmentText;
    units.push({
      text: readable,
      protectedSpans: protectSpans(
        readable,
        readable === segmentText ? ranges : withoutTermWords(readable, findSpans(readable), terms),
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
