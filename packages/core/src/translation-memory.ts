import type { LanguageTag } from '@dragoman/contract';
import { type Characters, editDistance } from './edit-distance.js';
import type { TranslatedUnit, TranslationUnit } from './engine.js';
import { findMarkdownSpans } from './protection/markdown.js';
import { joinParts, partsOf, type SpanPart, unchanged } from './protection/placed-spans.js';
import { findProtectedSpans } from './protection/placeholders.js';
import { mergeSpans } from './ranges.js';
import { OBJECT_CHARACTER } from './sentinels.js';

/** Stands for a tag or placeholder where texts are compared; texts that have it match nothing. */
export const CODE_MARK = OBJECT_CHARACTER;

/** A tag or placeholder in a text: a range of UTF-16 code units. */
export interface TextCode {
  readonly start: number;
  readonly end: number;
  /** Codes with the same name in a source and its translation are the same code. */
  readonly name: string;
}

/** A text with the tags and placeholders in it, in order and not overlapping. */
export interface CodedText {
  readonly text: string;
  readonly codes: readonly TextCode[];
}

const PLACEHOLDER = '=';

/** Whether a code was found in the text, and not given with it. */
const isPlaceholder = ({ name }: TextCode): boolean => name.startsWith(PLACEHOLDER);

/** A text with the placeholders in it, in addition to the codes that are known. */
export const withPlaceholders = ({ text, codes }: CodedText): CodedText => {
  const found = mergeSpans(findMarkdownSpans(text), findProtectedSpans(text))
    .filter(({ start, end }) => !codes.some((code) => start < code.end && code.start < end))
    .map(({ start, end }) => ({ start, end, name: PLACEHOLDER + text.slice(start, end) }));
  if (found.length === 0) return { text, codes };
  return { text, codes: [...codes, ...found].toSorted((one, other) => one.start - other.start) };
};

/** A text cut at its codes: one piece more than there are codes. */
export const betweenCodes = ({
  text,
  codes,
}: {
  readonly text: string;
  readonly codes: readonly Pick<TextCode, 'start' | 'end'>[];
}): readonly string[] => {
  const starts = [0, ...codes.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, codes[index]?.start ?? text.length));
};

/**
 * A text as it is compared: every code is one character, white space is one space, and none is at
 * the ends. Undefined for a text that has the character for codes in it.
 */
export const memoryKeyOf = (pieces: readonly string[]): string | undefined => {
  if (pieces.some((piece) => piece.includes(CODE_MARK))) return undefined;
  return pieces.join(CODE_MARK).normalize('NFC').replace(/\s+/g, ' ').trim();
};

/** A translation that fits a text. */
export interface MemoryMatch {
  /** In percent; 100 for a text that is the same but for its codes. */
  readonly similarity: number;
  readonly target: CodedText;
  /** For each code of the target, in order: which code of the source it is. */
  readonly order: readonly number[];
}

/** The translation memory that a request names. */
export interface TranslationMemory {
  /** Base language of its sources. */
  readonly sourceLanguage: LanguageTag;
  /**
   * Looks for translations that are similar enough for the request.
   *
   * @param forms texts as they are compared, see `memoryKeyOf`
   * @returns the best match for each of them
   * @throws the signal's reason once it aborts
   */
  find(
    forms: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (MemoryMatch | undefined)[]>;
}

/**
 * Says which code of the source each code of a translation is. A placeholder that only the
 * translation has is part of its text.
 *
 * @returns undefined where a code of the source is lost, or a tag is new
 */
export const alignCodes = (
  source: CodedText,
  target: CodedText,
): Pick<MemoryMatch, 'target' | 'order'> | undefined => {
  const order: number[] = [];
  const codes: TextCode[] = [];
  /** The places in the source that a name has left, the last one first. */
  const places = new Map<string, number[]>();
  for (const [place, { name }] of [...source.codes.entries()].toReversed()) {
    const known = places.get(name);
    if (known) known.push(place);
    else places.set(name, [place]);
  }
  for (const code of target.codes) {
    const index = places.get(code.name)?.pop();
    if (index === undefined && !isPlaceholder(code)) return undefined;
    if (index === undefined) continue;
    order.push(index);
    codes.push(code);
  }
  if (order.length < source.codes.length) return undefined;
  return { target: { text: target.text, codes }, order };
};

/** A unit, or what is between the tags at its ends, as it is looked up in a memory. */
interface UnitForm {
  readonly form: string;
  /** @returns undefined where the codes of the match are not those of the unit */
  adapt(match: MemoryMatch): TranslatedUnit | undefined;
}

/** What a unit can be looked up as: with the tags at its ends first, and then without them. */
export const formsOf = (unit: TranslationUnit): readonly UnitForm[] => {
  const parts = partsOf(unchanged(unit));
  const { before, inner, after } = withoutOuterTags(parts, unit);
  const whole = toForm([], parts, []);
  if (inner.length === parts.length) return whole;
  return [...whole, ...toForm(before, inner, after)];
};

const toForm = (
  before: readonly SpanPart[],
  inner: readonly SpanPart[],
  after: readonly SpanPart[],
): readonly UnitForm[] => {
  const codes = inner.filter(({ span }) => span !== undefined);
  const { text, spans } = joinParts(inner);
  const form = memoryKeyOf(betweenCodes({ text, codes: spans }));
  if (form === undefined || form === '') return [];
  const adapt = ({ target, order }: MemoryMatch): TranslatedUnit | undefined => {
    if (order.length !== codes.length) return undefined;
    const pieces = betweenCodes(target).map((piece, index, all) => {
      const begun = index === 0 ? piece.trimStart() : piece;
      return index === all.length - 1 ? begun.trimEnd() : begun;
    });
    const translated = pieces.flatMap((piece, index): readonly SpanPart[] => {
      const code = codes[order[index] ?? -1];
      return [{ text: piece, span: undefined }, ...(code ? [code] : [])];
    });
    return joinParts([...before, ...translated, ...after]);
  };
  return [{ form, adapt }];
};

/** Takes tags away from the ends, with their white space, as long as no pair loses one of its two. */
const withoutOuterTags = (parts: readonly SpanPart[], unit: TranslationUnit) => {
  const isTag = ({ text, span }: SpanPart): boolean =>
    span === undefined ? text.trim() === '' : unit.protectedSpans[span]?.kind !== 'placeholder';
  let start = 0;
  while (start < parts.length && isTag(parts[start] as SpanPart)) start++;
  let end = parts.length;
  while (end > start && isTag(parts[end - 1] as SpanPart)) end--;
  const inner = parts.slice(start, end);
  return hasWholePairs(inner, unit)
    ? { before: parts.slice(0, start), inner, after: parts.slice(end) }
    : { before: [], inner: parts, after: [] };
};

const hasWholePairs = (parts: readonly SpanPart[], unit: TranslationUnit): boolean => {
  const open = new Set<number>();
  for (const { span } of parts) {
    const pair = span === undefined ? undefined : unit.protectedSpans[span]?.pair;
    if (pair === undefined) continue;
    if (open.has(pair)) open.delete(pair);
    else open.add(pair);
  }
  return open.size === 0;
};

/** Numbers of characters that a text can have if it is as similar as asked for. */
export const similarLengths = (
  length: number,
  threshold: number,
): { readonly least: number; readonly most: number } => {
  const share = neededShare(threshold);
  return {
    least: Math.ceil(length * share),
    most: share === 0 ? Number.POSITIVE_INFINITY : Math.floor(length / share),
  };
};

/** Percentages are rounded, so half a percent less is enough; 100 is for equal texts only. */
const neededShare = (threshold: number): number =>
  threshold >= 100 ? 1 : Math.max(0, threshold - 0.5) / 100;

/**
 * How similar two texts are, in percent: the characters that need not be changed, inserted or
 * deleted to get from one to the other (Levenshtein), of those in the longer text. Rounded; only
 * equal texts are 100.
 *
 * @param threshold least similarity that matters
 * @returns undefined below the threshold
 */
export const similarity = (
  one: Characters,
  other: Characters,
  threshold: number,
): number | undefined => {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 100;
  const most = Math.floor(longest * (1 - neededShare(threshold)) + 1e-9);
  const distance = editDistance(one, other, most);
  if (distance === undefined) return undefined;
  if (distance === 0) return 100;
  return Math.min(99, Math.round(100 * (1 - distance / longest)));
};
