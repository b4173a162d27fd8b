import type { LanguageTag } from '@dragoman/contract';
import { isDigit, isSpace } from '../characters.js';
import { emoji, keycap } from '../protection/finders/emoji.js';
import { firstOf, type Matcher, NO_MATCH } from '../protection/finders/matcher.js';
import { findBlocks, splitAtSigns } from './blocks.js';
import { isLowerCase, LEGAL_SIGN, skipSpace, trimRange } from './characters.js';
import { cutLong } from './cut.js';
import { type LanguageRules, rulesFor } from './language-rules.js';
import {
  rangeAround,
  type Segmentation,
  type SplitMode,
  segmentationOf,
  type TextRange,
} from './segmentation.js';
import { findSentences } from './sentences.js';

/** Shorter limits would leave no room to keep characters whole. */
const MIN_MAX_CHARACTERS = 16;

/** How to cut a text. */
interface SegmentOptions {
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

const SIGNS = new Set('-–—−•*·‣◦▪▫■□●○◆◇✓✔✗→►▶+>#'.split(''));
const BOXES = new Set(['[ ]', '[x]', '[X]']);
const ROMAN = /^[ivxIVX]{1,4}$/;
const MAX_BULLETS = 4;
const MAX_NUMBER_UNITS = 12;

const legalSign: Matcher = (text, index) =>
  LEGAL_SIGN.test(text[index] ?? '') ? index + 1 : NO_MATCH;
const ornament = firstOf(emoji, keycap, legalSign);

/**
 * Where the text of a line begins after emoji and signs such as `©`, each followed by white space.
 * Engines take those that they hardly know for words. What goes on with a small letter may need
 * them: `🍕 is my favourite`.
 */
const skipOrnaments = (text: string, start: number, end: number): number => {
  let position = start;
  for (let after = start; after < end; ) {
    const stop = ornament(text, after);
    const next = stop === NO_MATCH ? stop : skipSpace(text, stop, end);
    if (next <= stop) break;
    after = next;
    if (!isLowerCase(text[next] ?? '')) position = next;
  }
  return position;
};

const signEnd = (text: string, start: number): number => {
  const sign = text[start] ?? '';
  if (BOXES.has(text.slice(start, start + 3))) return start + 3;
  if (!SIGNS.has(sign)) return start;
  if (sign !== '#') return start + 1;
  let end = start;
  while (end < start + 6 && text[end] === '#') end++;
  return end;
};

const isLetterLabel = (label: string): boolean =>
  (label.length === 1 && label.toLowerCase() !== label.toUpperCase()) || ROMAN.test(label);

const isNumberLabel = (label: string): boolean => /^\d{1,3}(?:\.\d{1,3}){0,3}$/.test(label);

/** `1.`, `1.2.`, `1)`, `(1)`, `a)`, `(iv)`, and where it ends. */
const numberEnd = (text: string, start: number, end: number, rules: LanguageRules): number => {
  const open = text[start] === '(' ? 1 : 0;
  let stop = start + open;
  const limit = Math.min(end, stop + MAX_NUMBER_UNITS);
  while (stop < limit && text[stop] !== ')' && !isSpace(text.charCodeAt(stop))) stop++;
  if (text[stop] === ')') {
    const label = text.slice(start + open, stop);
    return isNumberLabel(label) || isLetterLabel(label) ? stop + 1 : start;
  }
  if (open === 1 || text[stop - 1] !== '.' || !isNumberLabel(text.slice(start, stop - 1)))
    return start;
  return isOrdinal(text, stop, end, rules) ? start : stop;
};

/** Whether `5.` begins "5. mai" or "5. Mai", in a language that writes ordinals so. */
const isOrdinal = (text: string, stop: number, end: number, rules: LanguageRules): boolean => {
  if (!rules.ordinalDot) return false;
  const next = skipSpace(text, stop, end);
  return (
    isLowerCase(text[next] ?? '') ||
    isDigit(text.charCodeAt(next)) ||
    rules.isMonth(text.slice(next, next + 12))
  );
};

/**
 * Where the text of a line begins after its bullets and numbers, if it has any. A bullet is
 * followed by white space or stands alone.
 */
const skipBullets = (text: string, start: number, end: number, rules: LanguageRules): number => {
  let position = start;
  for (let count = 0; count < MAX_BULLETS && position < end; count++) {
    const afterSign = signEnd(text, position);
    const after = afterSign > position ? afterSign : numberEnd(text, position, end, rules);
    if (after === position || after > end) break;
    if (after < end && !isSpace(text.charCodeAt(after))) break;
    position = skipSpace(text, after, end);
  }
  return position;
};

const sentencesOf = (
  text: string,
  block: TextRange,
  mode: SplitMode,
  rules: LanguageRules,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  const trimmed = trimRange(text, block.start, block.end);
  if (mode === 'none')
    return [{ ...trimmed, start: skipOrnaments(text, trimmed.start, trimmed.end) }];
  const bulletsEnd = skipBullets(text, trimmed.start, trimmed.end, rules);
  const start = skipOrnaments(text, bulletsEnd, trimmed.end);
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
  const maxUnits = Math.max(MIN_MAX_CHARACTERS, Math.floor(options.maxCharacters));
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
