import type { LanguageTag } from '@dragoman/contract';
import { findBlocks, splitAtSigns } from './blocks.js';
import { skipBullets } from './bullets.js';
import { trimRange } from './characters.js';
import { cutLong } from './cut.js';
import { type LanguageRules, rulesFor } from './language-rules.js';
import {
  type Segmentation,
  type SplitMode,
  segmentationOf,
  type TextRange,
} from './segmentation.js';
import { findSentences } from './sentences.js';
import { rangeAround } from './unbreakable.js';

/** Shorter limits would leave no room to keep characters whole. */
const LEAST_MAX_CHARACTERS = 16;

/** How to cut a text. */
export interface SegmentOptions {
  /** Whose abbreviations and ordinals apply. */
  readonly language: LanguageTag;
  readonly mode: SplitMode;
  /** Longest segment, in UTF-16 code units. Below 16 counts as 16. */
  readonly maxCharacters: number;
  /** Ordered ranges without a boundary inside, unless one alone is longer than the limit. */
  readonly unbreakable?: readonly TextRange[];
  /**
   * Places of signs that no sentence crosses, in order, such as the bars of a table; they are left
   * out. Of no effect in mode `none` and in an unbreakable range.
   */
  readonly separators?: readonly number[];
}

const sentencesOf = (
  text: string,
  block: TextRange,
  mode: SplitMode,
  rules: LanguageRules,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  const trimmed = trimRange(text, block.start, block.end);
  if (mode === 'none') return [trimmed];
  const start = skipBullets(text, trimmed.start, trimmed.end, rules);
  return findSentences(text, { start, end: trimmed.end }, rules, unbreakable);
};

/** Words and single blanks: nothing in it can end a sentence, and no bullet begins it. */
const WORDS = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u;

/**
 * Cuts a text into pieces to translate. Nothing is lost: see {@link Segmentation}. Takes time in
 * proportion to the length of the text, whatever it holds. A blank text has no segments.
 */
export const segment = (text: string, options: SegmentOptions): Segmentation => {
  const { mode, unbreakable = [], separators = [] } = options;
  const maxUnits = Math.max(LEAST_MAX_CHARACTERS, Math.floor(options.maxCharacters));
  // Most cells of tables and items of menus.
  if (text.length <= maxUnits && WORDS.test(text)) {
    return { leading: '', segments: [{ text, gap: '' }] };
  }
  const rules = rulesFor(options.language);
  const signs = mode === 'none' ? [] : separators.filter((at) => !rangeAround(unbreakable, at));
  const ranges = splitAtSigns(findBlocks(text, mode, unbreakable), signs)
    .flatMap((block) => sentencesOf(text, block, mode, rules, unbreakable))
    .filter(({ start, end }) => start < end)
    .flatMap((range) => cutLong(text, range, maxUnits, unbreakable));
  return segmentationOf(text, ranges);
};
