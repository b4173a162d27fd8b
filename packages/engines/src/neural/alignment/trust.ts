import { endsUnspaced, startsUnspaced } from '../../host/long-text.js';
import type { AlignedText } from './aligned-text.js';
import { type AlignedUnits, type AlignedWord, alignUnits } from './units.js';

// Only models that were trained with one have an attention head that says which word comes from
// which. Any other head looks wherever it likes: mostly at one word, or at the sentence's end.

/** Numbers: the same in all languages, so a translation must have them from themselves. */
export const ALIGNMENT_PROBES: readonly string[] = [
  '4817, 2936, 5720, 6183, 1059.',
  '73 (184) 26 - 958, 40.',
];

const MIN_PROBED = 5;
const MIN_SHARE_OF_PROBED = 0.7;
// Below this, one word out of place says nothing.
const MIN_UNITS = 4;
const MAX_SHARE_OF_ONE = 0.6;
const MIN_SHARE_USED = 0.3;
// Words of scripts without blanks are shorter; what is longer holds several, as the engine sees none.
const MAX_UNSPACED_CHARACTERS = 5;

interface Anchors {
  readonly count: number;
  readonly kept: number;
}

/**
 * Whether a model may be one that aligns words, going by its translations of
 * {@link ALIGNMENT_PROBES}. Where it repeats too few of the numbers to tell, sentences will.
 */
export const passesProbes = (
  probes: readonly string[],
  translations: readonly AlignedText[],
): boolean => {
  let count = 0;
  let kept = 0;
  for (const [index, translation] of translations.entries()) {
    const anchors = anchorsOf(alignUnits(probes[index] ?? '', translation));
    count += anchors.count;
    kept += anchors.kept;
  }
  return count < MIN_PROBED || kept >= count * MIN_SHARE_OF_PROBED;
};

/**
 * Whether the alignment of a sentence can be one: words that did not change come from themselves,
 * and the others from all over the sentence.
 */
export const isPlausible = (units: AlignedUnits): boolean => {
  const { count, kept } = anchorsOf(units);
  if (kept * 2 < count) return false;
  const known = units.origins.filter((origin) => origin.length > 0);
  if (known.length * 2 < units.target.length) return false;
  if (units.target.some(isSeveralWords)) return false;
  const size = Math.min(units.source.length, known.length);
  if (size < MIN_UNITS) return true;
  const uses = new Map<number, number>();
  for (const [origin = 0] of known) uses.set(origin, (uses.get(origin) ?? 0) + 1);
  return (
    Math.max(...uses.values()) <= known.length * MAX_SHARE_OF_ONE &&
    uses.size >= size * MIN_SHARE_USED
  );
};

const isSeveralWords = ({ text }: AlignedWord): boolean =>
  text.length > MAX_UNSPACED_CHARACTERS && endsUnspaced(text) && startsUnspaced(text);

/** The words that are once in a text and once, unchanged, in its translation. */
const anchorsOf = ({ source, target, origins }: AlignedUnits): Anchors => {
  const places = onlyPlaces(source.map(({ text }) => text));
  let count = 0;
  let kept = 0;
  for (const [text, index] of onlyPlaces(target.map((unit) => unit.text))) {
    const place = places.get(text);
    if (place === undefined) continue;
    count++;
    if (origins[index]?.includes(place)) kept++;
  }
  return { count, kept };
};

const onlyPlaces = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, text] of texts.entries()) {
    if (places.has(text)) repeated.add(text);
    places.set(text, index);
  }
  for (const text of repeated) places.delete(text);
  return places;
};
