import { AppError, baseOf, type LanguageTag } from '@dragoman/contract';
import type { TextRange } from '../ranges.js';

/**
 * How a text is cut: not at all, at sentence ends and line breaks, or at sentence ends only (then a
 * line break is ordinary white space, though a blank line still ends a paragraph). Over-long pieces
 * are cut in every mode.
 */
export type SplitMode = 'none' | 'sentences-and-newlines' | 'sentences';

/** Text to translate and what stands between it and the next segment. */
interface Segment {
  /** Never empty, never edged by white space. */
  readonly text: string;
  /** What follows, verbatim: white space, and the bullet or number of the next list item. */
  readonly gap: string;
}

/** A text in segments: `leading` followed by every `text` and `gap` is the text again. */
export interface Segmentation {
  /** What stands before the first segment; the whole text when there is none. */
  readonly leading: string;
  readonly segments: readonly Segment[];
}

/** The text of ordered ranges as segments, and what lies around them as gaps. */
export const segmentationOf = (text: string, ranges: readonly TextRange[]): Segmentation => ({
  leading: text.slice(0, ranges[0]?.start ?? text.length),
  segments: ranges.map(({ start, end }, index) => ({
    text: text.slice(start, end),
    gap: text.slice(end, ranges[index + 1]?.start ?? text.length),
  })),
});

const UNSPACED_LANGUAGES = new Set(['zh', 'ja', 'yue', 'th', 'lo', 'km', 'my']);
const ENDS_UNSPACED_SENTENCE = /[。！？．｡︒।॥。、，；：」』）】》”]$/u;
const ENDS_FULL_WIDTH = /[。！？」』）]$/u;

/** The gap a target language wants where the source's writing has another custom. */
export const adaptGap = (
  gap: string,
  source: string,
  translated: string,
  target: LanguageTag,
): string => {
  const isUnspaced = UNSPACED_LANGUAGES.has(baseOf(target));
  if (gap === '' && !isUnspaced && ENDS_UNSPACED_SENTENCE.test(source)) return ' ';
  if (gap === ' ' && isUnspaced && ENDS_FULL_WIDTH.test(translated)) return '';
  return gap;
};

/** Where a segment is in a text, and where its translation is in the translated text. */
export interface SegmentPair {
  readonly source: TextRange;
  readonly target: TextRange;
}

/** A translated text, and where its segments are. */
export interface JoinedText {
  readonly text: string;
  /** One pair per segment, in order. */
  readonly pairs: readonly SegmentPair[];
}

/**
 * Puts translated segments back between the original gaps. With a target language, a space is put
 * between sentences that had none because Chinese or Japanese needs none, and the reverse.
 *
 * @throws AppError `internal` when there are not as many translations as segments.
 */
export const join = (
  { leading, segments }: Segmentation,
  translated: readonly string[],
  target?: LanguageTag,
): string => joinPairs({ leading, segments }, translated, target).text;

/**
 * As {@link join}, and says where each segment and its translation are.
 *
 * @throws AppError `internal` when there are not as many translations as segments.
 */
export const joinPairs = (
  { leading, segments }: Segmentation,
  translated: readonly string[],
  target?: LanguageTag,
): JoinedText => {
  if (translated.length !== segments.length) {
    throw new AppError('internal', {
      cause: new RangeError(`${segments.length} segments, ${translated.length} translations`),
    });
  }
  let joined = leading;
  let position = leading.length;
  const pairs: SegmentPair[] = [];
  for (const [index, { text, gap }] of segments.entries()) {
    const translation = translated[index] ?? '';
    const isLast = index === segments.length - 1;
    pairs.push({
      source: { start: position, end: position + text.length },
      target: { start: joined.length, end: joined.length + translation.length },
    });
    position += text.length + gap.length;
    joined += translation;
    joined += target === undefined || isLast ? gap : adaptGap(gap, text, translation, target);
  }
  return { text: joined, pairs };
};
