import type { Range } from './aligned-text.js';
import type { TagNode } from './tagged-text.js';
import type { AlignedUnits, AlignedWord } from './units.js';

/** What is known of words without their sentence. */
export interface Lexicon {
  /** The translation of a phrase by itself; undefined where there is none. */
  translate(phrase: string): Promise<string | undefined>;
  /** The translation of a word of the target language. */
  translateBack(word: string): string | undefined;
}

/** What pairs of tags are around, translated by itself. */
export type PhraseTranslations = ReadonlyMap<TagNode, string>;

/** A text without its tags and its translation, unit by unit. */
export interface Placing extends AlignedUnits {
  readonly bare: string;
  readonly translated: string;
  readonly phrases?: PhraseTranslations | undefined;
  readonly translateBack?: Lexicon['translateBack'] | undefined;
}

/** A tag or pair of tags with its place in the translation. */
export interface PlacedNode extends Range {
  readonly node: TagNode;
  readonly children: readonly PlacedNode[];
}

/**
 * Finds the place of a range between two neighbouring words where the translation has the same
 * between the words that came from them; undefined where it has not.
 */
export const placeInSameGap = (
  range: Range,
  within: Range,
  placing: Placing,
): Range | undefined => {
  const { bare, translated, source, target, origins } = placing;
  const next = source.findIndex((unit) => unit.start >= range.end);
  const right = next < 0 ? source.length : next;
  const gapStart = source[right - 1]?.end ?? 0;
  if (gapStart > range.start) return placeInSameWord(range, source[right - 1], within, placing);
  const gap = bare.slice(gapStart, source[right]?.start ?? bare.length);
  for (let at = 0; at <= target.length; at++) {
    const isSame =
      isFrom(origins[at - 1], right - 1, at === 0, right === 0) &&
      isFrom(origins[at], right, at === target.length, right === source.length);
    const start = target[at - 1]?.end ?? 0;
    if (!isSame || translated.slice(start, target[at]?.start ?? translated.length) !== gap)
      continue;
    const moved = start - gapStart;
    const place = { start: range.start + moved, end: range.end + moved };
    if (place.start >= within.start && place.end <= within.end) return place;
  }
  return undefined;
};

const placeInSameWord = (
  range: Range,
  unit: AlignedWord | undefined,
  within: Range,
  { target }: Placing,
): Range | undefined => {
  if (!unit) return undefined;
  const places = target
    .filter(({ text }) => text === unit.text)
    .map(({ start }) => ({
      start: range.start - unit.start + start,
      end: range.end - unit.start + start,
    }));
  return places.find(({ start, end }) => start >= within.start && end <= within.end);
};

const isFrom = (
  origin: readonly number[] | undefined,
  index: number,
  isTargetEdge: boolean,
  isSourceEdge: boolean,
): boolean => (isSourceEdge ? isTargetEdge : (origin?.includes(index) ?? false));
