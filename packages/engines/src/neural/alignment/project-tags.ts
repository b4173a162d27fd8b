import type { AlignedText, Range } from './aligned-text.js';
import { placePair } from './place-pair.js';
import { type PlacedNode, type Placing, placeInSameGap } from './placing.js';
import type { TaggedText, TagNode } from './tagged-text.js';
import { isPlausible } from './trust.js';
import { type AlignedWord, alignUnits } from './units.js';

/** Where the tags go, or why they cannot go anywhere. */
type Projection =
  | { readonly root: PlacedNode; readonly isPlausible: boolean; readonly problem?: undefined }
  | { readonly problem: 'no alignment' | 'no place' };

/**
 * Finds the places of tags in a translation: pairs around the words that came from theirs, single
 * tags beside the word they stood beside, every tag within the pair it was in.
 *
 * @param translation its links lead to the bare text
 * @param knowledge what is known of the words without their sentence
 */
export const projectTags = (
  { bare, root }: TaggedText,
  translation: AlignedText,
  knowledge: Pick<Placing, 'phrases' | 'translateBack'> = {},
): Projection => {
  const units = alignUnits(bare, translation);
  const plausible = isPlausible(units);
  // Without an alignment, dictionaries may still know where the words of pairs went.
  const origins = plausible ? units.origins : units.target.map(() => []);
  const isKnown = plausible || (knowledge.phrases !== undefined && hasOnlyPairs(root, bare));
  if (!isKnown) return { problem: 'no alignment' };
  const placing = { ...units, origins, ...knowledge, bare, translated: translation.text };
  const whole = { start: 0, end: translation.text.length };
  const children = placeChildren(root, whole, placing);
  if (!children) return { problem: plausible ? 'no place' : 'no alignment' };
  return { root: { node: root, ...whole, children }, isPlausible: plausible };
};

const hasOnlyPairs = ({ children }: TagNode, bare: string): boolean =>
  children.every((node) => hasContent(node, bare) && hasOnlyPairs(node, bare));

const placeChildren = (
  parent: TagNode,
  within: Range,
  placing: Placing,
): readonly PlacedNode[] | undefined => {
  const pairs = parent.children.filter((node) => hasContent(node, placing.bare));
  // Words that came in between belong to a pair rather than tear it apart, unless they are another's.
  const places =
    apart(pairs.map((node) => placePair(node, within, placing, 'joined'))) ??
    apart(pairs.map((node) => placePair(node, within, placing, 'largest')));
  if (!places) return undefined;
  const placed: PlacedNode[] = [];
  for (const [index, node] of pairs.entries()) {
    const place = places[index] ?? within;
    const children = placeChildren(node, place, placing);
    if (!children) return undefined;
    placed.push({ node, ...place, children });
  }
  placed.push(...placePoints(parent, within, placed, placing));
  // Sorting is stable: what has no width keeps its order.
  const order = new Map(parent.children.map((node, index) => [node, index]));
  const orderOf = ({ node }: PlacedNode): number => order.get(node) ?? 0;
  return placed.sort(
    (one, two) => one.start - two.start || one.end - two.end || orderOf(one) - orderOf(two),
  );
};

const hasContent = ({ start, end }: TagNode, bare: string): boolean =>
  bare.slice(start, end).trim() !== '';

/** The places as they are, if all are known and none overlaps another. */
const apart = (places: readonly (Range | undefined)[]): readonly Range[] | undefined => {
  const known = places.filter((place) => place !== undefined);
  if (known.length < places.length) return undefined;
  const sorted = known.toSorted((one, two) => one.start - two.start || one.end - two.end);
  const overlap = sorted.some(({ end }, index) => end > (sorted[index + 1]?.start ?? end));
  return overlap ? undefined : known;
};

/**
 * Finds the place of a single tag: beside the word it touches, else before the word it precedes. At
 * either end of what it is in, with no word between, it stays there; where its neighbours have no
 * counterpart, those next to them decide.
 *
 * @param parent the pair it is in
 * @param within where that is in the translation
 */
const placePoint = (node: TagNode, parent: TagNode, within: Range, placing: Placing): number => {
  const same = placeInSameGap(node, within, placing);
  if (same) return same.start;
  const { source, bare } = placing;
  const right = source.findIndex((unit) => unit.start >= node.end);
  const nextRight = right < 0 ? source.length : right;
  const left = nextRight - 1;
  const isFirst = (source[left]?.end ?? 0) <= parent.start;
  const isLast = (source[nextRight]?.start ?? bare.length) >= parent.end;
  const touchesLeft = node.start > parent.start && /\S/.test(bare.charAt(node.start - 1));
  if (isFirst && !touchesLeft) return within.start;
  if (isLast && !touchesLeft) return within.end;
  const isInside = (index: number): boolean => {
    const unit = source[index];
    return unit !== undefined && unit.end > parent.start && unit.start < parent.end;
  };
  for (let distance = 0; isInside(left - distance) || isInside(nextRight + distance); distance++) {
    const sides = [
      { index: left - distance, place: placeAfter },
      { index: nextRight + distance, place: placeBefore },
    ];
    for (const { index, place } of touchesLeft ? sides : sides.reverse()) {
      const at = isInside(index) ? place(index, node, within, placing) : undefined;
      if (at !== undefined) return at;
    }
  }
  return isFirst ? within.start : within.end;
};

type FindPlace = (
  index: number,
  node: TagNode,
  within: Range,
  placing: Placing,
) => number | undefined;

const isFrom =
  (index: number, { start, end }: Range, { origins }: Placing) =>
  (unit: AlignedWord, at: number): boolean =>
    unit.start >= start && unit.end <= end && (origins[at]?.includes(index) ?? false);

/** After the last word that came from a unit, and as much punctuation as was between. */
const placeAfter: FindPlace = (index, node, within, placing) => {
  const { bare, translated, source, target } = placing;
  const found = target.findLast(isFrom(index, within, placing));
  if (!found) return undefined;
  const between = bare.slice(source[index]?.end ?? node.start, node.start);
  const isKept = found.end + between.length <= within.end;
  return found.end + (isKept && translated.startsWith(between, found.end) ? between.length : 0);
};

/** Before the first word that came from a unit, and as much punctuation as was between. */
const placeBefore: FindPlace = (index, node, within, placing) => {
  const { bare, translated, source, target } = placing;
  const found = target.find(isFrom(index, within, placing));
  if (!found) return undefined;
  const between = bare.slice(node.end, source[index]?.start ?? node.end).trimStart();
  const isKept = found.start - between.length >= within.start;
  return found.start - (isKept && translated.endsWith(between, found.start) ? between.length : 0);
};

/** Single tags and empty pairs: in the order they had, and not inside other pairs. */
const placePoints = (
  parent: TagNode,
  within: Range,
  pairs: readonly PlacedNode[],
  placing: Placing,
): readonly PlacedNode[] => {
  const points = parent.children.filter((node) => !hasContent(node, placing.bare));
  const places = points.map((node) => {
    const at = placePoint(node, parent, within, placing);
    const around = pairs.find(({ start, end }) => start < at && at < end);
    if (!around) return at;
    return node.start <= around.node.start ? around.start : around.end;
  });
  places.sort((one, two) => one - two);
  return points.map((node, index) => {
    const at = places[index] ?? within.end;
    const inside = node.children.map((child) => emptyNode(child, at));
    return { node, start: at, end: at, children: inside };
  });
};

const emptyNode = (node: TagNode, at: number): PlacedNode => ({
  node,
  start: at,
  end: at,
  children: node.children.map((child) => emptyNode(child, at)),
});
