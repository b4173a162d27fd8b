import type { LanguageTag } from '@dragoman/contract';
import { findProtectedSpans } from '../protection/index.js';
import { findBlocks } from '../segmentation/blocks.js';
import { trimRange } from '../segmentation/characters.js';
import { cutLong } from '../segmentation/cut.js';
import {
  type Segmentation,
  type SplitMode,
  segmentationOf,
  type TextRange,
} from '../segmentation/index.js';
import { rulesFor } from '../segmentation/language-rules.js';
import { findSentences } from '../segmentation/sentences.js';
import { packRanges } from './pack-ranges.js';

/** How a large plain text is cut. */
export interface PortionTextOptions {
  readonly mode: SplitMode;
  /** Longest portion, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** Whose abbreviations apply where a paragraph is too long for one portion. @default en */
  readonly language?: LanguageTag;
}

/**
 * Cuts a large plain text into portions that can be translated one by one with the same result:
 * between lines, or paragraphs where sentences go over lines. A paragraph longer than a portion is
 * cut between sentences, and a sentence longer than that between words.
 *
 * @returns the portions as segments; put together they are the text
 */
export const portionText = (text: string, options: PortionTextOptions): Segmentation => {
  const { mode, maxCharacters, language = 'en' } = options;
  const unbreakable = findProtectedSpans(text);
  const sentencesOf = (block: TextRange): readonly TextRange[] =>
    mode === 'none' ? [block] : findSentences(text, block, rulesFor(language), unbreakable);
  const ranges = findBlocks(text, mode, unbreakable)
    .map(({ start, end }) => trimRange(text, start, end))
    .filter(({ start, end }) => start < end)
    .flatMap((block) => (block.end - block.start > maxCharacters ? sentencesOf(block) : [block]))
    .flatMap((range) => cutLong(text, range, maxCharacters, unbreakable));
  return segmentationOf(text, packRanges(ranges, maxCharacters));
};
