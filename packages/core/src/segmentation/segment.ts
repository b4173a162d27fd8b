import type { LanguageTag } from '@dragoman/contract';
import {
  isClauseMark,
  isDigit,
  isLineBreak,
  isLowerCase,
  isSpace,
  isUnspacedClauseMark,
  LEGAL_SIGN,
  skipSpace,
  trimRange,
} from '../characters.js';
import { firstOf, type Matcher, NO_MATCH } from '../protection/matcher.js';
import {
  copyrightNotice,
  decoration,
  emoji,
  keycap,
  MAX_ROW_UNITS,
  ROW_OF_SIGNS,
} from '../protection/signs.js';
import { rangeAround, type TextRange } from '../ranges.js';
import { type LanguageRules, rulesFor } from './language-rules.js';
import { type Segmentation, type SplitMode, segmentationOf } from './segmentation.js';
import { findSentences } from './sentences.js';
import { findSeparators } from './separators.js';

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
  /** Whether runs of white space stand between columns. Default: yes. */
  readonly hasColumns?: boolean;
}

const SIGNS = new Set('-–—−•*·‣◦▪▫■□●○◆◇✓✔✗→►▶+>#'.split(''));
const BOXES = new Set(['[ ]', '[x]', '[X]']);
const ROMAN = /^[ivxIVX]{1,4}$/;
const MAX_BULLETS = 4;
const MAX_NUMBER_UNITS = 12;

const legalSign: Matcher = (text, index) =>
  LEGAL_SIGN.test(text[index] ?? '') ? index + 1 : NO_MATCH;
const ornament = firstOf(copyrightNotice, emoji, keycap, legalSign);

/**
 * Where the text of a line begins after emoji and signs such as `©` and `→`, each followed by white
 * space. Engines take those that they hardly know for words. What goes on with a small letter may need
 * an emoji: `🍕 is my favourite`.
 */
const skipOrnaments = (text: string, start: number, end: number): number => {
  let position = start;
  for (let after = start; after < end; ) {
    const sign = decoration(text, after);
    const stop = sign === NO_MATCH ? ornament(text, after) : sign;
    const next = stop === NO_MATCH ? stop : skipSpace(text, stop, end);
    if (next <= stop) break;
    after = next;
    if (sign !== NO_MATCH || !isLowerCase(text[next] ?? '')) position = next;
  }
  return position;
};

const ROW_BEHIND = new RegExp(`\\s${ROW_OF_SIGNS}$`);
const ANGLES = /[«»‹›]/g;

/** A range without rows of signs at its end, and without angles that quote nothing: `Read more »`. */
const withoutSigns = (text: string, start: number, end: number): TextRange => {
  const row =
    ROW_BEHIND.exec(text.slice(Math.max(start, end - MAX_ROW_UNITS), end))?.[0].length ?? 0;
  const rest = trimRange(text, start, end - row);
  const first = text[rest.start] ?? '';
  const last = text[rest.end - 1] ?? '';
  const isAtStart = '«»‹›'.includes(first) && isSpace(text.charCodeAt(rest.start + 1));
  const isAtEnd = '«»‹›'.includes(last) && isSpace(text.charCodeAt(rest.end - 2));
  if (!isAtStart && !isAtEnd) return rest;
  if (text.slice(rest.start, rest.end).match(ANGLES)?.length !== 1) return rest;
  return trimRange(text, rest.start + (isAtStart ? 1 : 0), rest.end - (isAtEnd ? 1 : 0));
};

const trailingOrnament = firstOf(emoji, keycap, decoration);
/** More emoji at the end of a sentence are not looked through. */
const MAX_TRAILING_UNITS = 200;
const KEYCAP_MARK = 0x20e3;

/** White space, and what nearly all emoji end in: signs, second halves of surrogate pairs, selectors. */
const mayEndOrnament = (code: number): boolean =>
  isSpace(code) ||
  (code >= 0x203c && code <= 0x2bff) ||
  (code >= 0xd83c && code <= 0xdfff) ||
  code === 0xfe0f ||
  code === 0x200d;

/**
 * A sentence without the emoji at its ends: `Great job 👍` is translated as `Great job`. Nothing is
 * left of one that has no more than them.
 */
const withoutOrnaments = (
  text: string,
  range: TextRange,
  unbreakable: readonly TextRange[],
): TextRange => {
  const { start, end } = withoutSigns(text, skipOrnaments(text, range.start, range.end), range.end);
  let position = end;
  while (
    position > start &&
    end - position < MAX_TRAILING_UNITS &&
    mayEndOrnament(text.charCodeAt(position - 1))
  ) {
    position -= text.charCodeAt(position - 1) === KEYCAP_MARK ? 3 : 1;
  }
  position = Math.max(position, start);
  let textEnd = position;
  while (position < end) {
    const stop = trailingOrnament(text, position);
    if (stop === NO_MATCH) textEnd = ++position;
    else position = skipSpace(text, stop, end);
  }
  const trimmed = trimRange(text, start, textEnd);
  return rangeAround(unbreakable, trimmed.end) ? { start, end } : trimmed;
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

/** `1.`, `1.2.`, `1)`, `(1)`, `a)`, `(iv)`, `Q:`, and where it ends. */
const numberEnd = (text: string, start: number, end: number, rules: LanguageRules): number => {
  const open = text[start] === '(' ? 1 : 0;
  let stop = start + open;
  const limit = Math.min(end, stop + MAX_NUMBER_UNITS);
  while (stop < limit && text[stop] !== ')' && !isSpace(text.charCodeAt(stop))) stop++;
  if (text[stop] === ')') {
    const label = text.slice(start + open, stop);
    return isNumberLabel(label) || isLetterLabel(label) ? stop + 1 : start;
  }
  if (open === 0 && /^\p{Lu}:$/u.test(text.slice(start, stop))) return stop;
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
  const rangesOf = (): readonly TextRange[] => {
    if (mode === 'none') return [trimmed];
    const start = skipBullets(text, trimmed.start, trimmed.end, rules);
    return findSentences(text, { start, end: trimmed.end }, rules, unbreakable);
  };
  const ranges = rangesOf();
  const sentences = ranges
    .map((range) => withoutOrnaments(text, range, unbreakable))
    .filter(({ start, end }) => start < end);
  return sentences.length > 0 ? sentences : ranges.filter(({ start, end }) => start < end);
};

/** Words and single blanks: nothing in it can end a sentence, and no bullet begins it. */
const WORDS = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u;

/**
 * Cuts a text into segments. Nothing is lost: see {@link Segmentation}. Takes time in
 * proportion to the length of the text, whatever it holds. A blank text has no segments.
 */
export const segment = (text: string, options: SegmentOptions): Segmentation => {
  const { mode, unbreakable = [], hasColumns = true } = options;
  const maxUnits = Math.max(MIN_MAX_CHARACTERS, Math.floor(options.maxCharacters));
  // Most cells of tables and items of menus.
  if (text.length <= maxUnits && WORDS.test(text)) {
    return { leading: '', segments: [{ text, gap: '' }] };
  }
  const rules = rulesFor(options.language);
  const isWhole = ({ start, end }: TextRange): boolean =>
    !rangeAround(unbreakable, start) && !rangeAround(unbreakable, end);
  const between = mode === 'none' ? [] : findSeparators(text, hasColumns).filter(isWhole);
  const ranges = splitBetween(findBlocks(text, mode, unbreakable), between)
    .flatMap((block) => sentencesOf(text, block, mode, rules, unbreakable))
    .flatMap((range) => cutLong(text, range, maxUnits, unbreakable));
  return segmentationOf(text, ranges);
};

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const PARAGRAPH_SEPARATOR = 0x2029;

/** Whether white space holds a blank line or a paragraph separator. */
const endsParagraph = (text: string, start: number, end: number): boolean => {
  let breaks = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === PARAGRAPH_SEPARATOR) return true;
    const isSecondHalf = code === LINE_FEED && text.charCodeAt(index - 1) === CARRIAGE_RETURN;
    if (isLineBreak(code) && !isSecondHalf) breaks++;
  }
  return breaks > 1;
};

/**
 * The parts of a text no sentence crosses: lines, paragraphs or the whole text, by mode. Line
 * breaks lie between them; other white space at their edges is left in.
 */
export const findBlocks = (
  text: string,
  mode: SplitMode,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  if (mode === 'none') return [{ start: 0, end: text.length }];
  const blocks: TextRange[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    if (!isLineBreak(text.charCodeAt(index))) {
      index++;
      continue;
    }
    const breakStart = index;
    while (index < text.length && isSpace(text.charCodeAt(index))) index++;
    if (mode === 'sentences' && !endsParagraph(text, breakStart, index)) continue;
    if (rangeAround(unbreakable, breakStart)) continue;
    blocks.push({ start, end: breakStart });
    start = index;
  }
  blocks.push({ start, end: text.length });
  return blocks;
};

/** Blocks without what stands between their texts. Both are in order. */
const splitBetween = (
  blocks: readonly TextRange[],
  between: readonly TextRange[],
): readonly TextRange[] => {
  if (between.length === 0) return blocks;
  const parts: TextRange[] = [];
  let next = 0;
  for (const { start, end } of blocks) {
    let from = start;
    for (let range = between[next]; range && range.start < end; range = between[++next]) {
      if (range.end <= from) continue;
      if (range.start > from) parts.push({ start: from, end: range.start });
      from = range.end;
    }
    if (from < end) parts.push({ start: from, end });
  }
  return parts;
};

/**
 * Where to cut before `limit`, nearest first: after a clause in the second half, else at white
 * space; undefined when there is neither. A result is the index of the first unit not in the piece.
 */
const findBreak = (
  text: string,
  start: number,
  limit: number,
  unbreakable: readonly TextRange[],
): number | undefined => {
  const half = start + Math.floor((limit - start) / 2);
  let space: number | undefined;
  for (let index = limit; index > start; index--) {
    if (space !== undefined && index < half) break;
    const before = text.charCodeAt(index - 1);
    const isAtSpace = isSpace(text.charCodeAt(index));
    const isAfterClause = isAtSpace ? isClauseMark(before) : isUnspacedClauseMark(before);
    if (!isAtSpace && !isAfterClause) continue;
    if (rangeAround(unbreakable, index)) continue;
    if (isAfterClause && index >= half) return index;
    if (isAtSpace) space ??= index;
  }
  return space;
};

const COMBINING = /[\p{M}\u{e0020}-\u{e007f}\u1160-\u11ff]|\p{Emoji_Modifier}|\u200d/u;
const REGIONAL_INDICATOR = /\p{Regional_Indicator}/u;
const ZERO_WIDTH_JOINER = 0x200d;
const MAX_STEPS_BACK = 64;
const MAX_FLAGS_BACK = 16;

const splitsPair = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
};

const characterAt = (text: string, index: number): string =>
  String.fromCodePoint(text.codePointAt(index) ?? 0);

/** Whether a cut would part the two letters of a flag: an odd number of them stands before it. */
const splitsFlag = (text: string, index: number): boolean => {
  if (!REGIONAL_INDICATOR.test(characterAt(text, index))) return false;
  let count = 0;
  while (
    count < MAX_FLAGS_BACK &&
    REGIONAL_INDICATOR.test(characterAt(text, index - 2 * (count + 1)))
  )
    count++;
  return count % 2 === 1;
};

const splitsCharacter = (text: string, index: number): boolean =>
  splitsPair(text, index) ||
  text.charCodeAt(index - 1) === ZERO_WIDTH_JOINER ||
  COMBINING.test(characterAt(text, index)) ||
  splitsFlag(text, index);

/**
 * The last index up to `limit` that does not cut what a reader sees as one character. Looks back
 * 64 units at most; beyond that only surrogate pairs are kept whole.
 */
const safeCut = (text: string, start: number, limit: number): number => {
  const lowest = Math.max(start + 1, limit - MAX_STEPS_BACK);
  for (let index = limit; index >= lowest; index--) {
    if (!splitsCharacter(text, index)) return index;
  }
  return splitsPair(text, limit) ? limit - 1 : limit;
};

const chooseCut = (
  text: string,
  start: number,
  limit: number,
  unbreakable: readonly TextRange[],
): number => {
  const atBreak = findBreak(text, start, limit, unbreakable);
  if (atBreak !== undefined) return atBreak;
  const around = rangeAround(unbreakable, limit);
  if (around && around.start > start) return around.start;
  return findBreak(text, start, limit, []) ?? safeCut(text, start, limit);
};

/** Cuts a range, trimmed already, into pieces of at most `maxUnits` UTF-16 code units. */
export const cutLong = (
  text: string,
  range: TextRange,
  maxUnits: number,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  const pieces: TextRange[] = [];
  let { start } = range;
  while (range.end - start > maxUnits) {
    const cut = chooseCut(text, start, start + maxUnits, unbreakable);
    pieces.push(trimRange(text, start, cut));
    start = skipSpace(text, cut, range.end);
  }
  if (start < range.end) pieces.push({ start, end: range.end });
  return pieces;
};
