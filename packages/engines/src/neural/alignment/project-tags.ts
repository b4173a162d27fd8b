import type { AlignedText, Range } from './aligned-text.js';
import { placePair } from './place-pair.js';
import { placePoint } from './place-point.js';
import type { PlacedNode, Placing } from './placing.js';
import type { TaggedText, TagNode } from './tagged-text.js';
import { isPlausible } from './trust.js';
import { alignUnits } from './units.js';

/** Where the tags go, or why they cannot go anywhere. */
export type Projection =
  | { readonly root: PlacedNode; readonly problem?: undefined }
  | { readonly problem: 'no alignment' | 'no place' };

/**
 * Finds the places of tags in a translation: pairs around the words that came from theirs, single
 * tags beside the word they stood beside, every tag within the pair it was in.
 *
 * @param translation its links lead to the bare text
 */
export const projectTags = ({ bare, root }: TaggedText, translation: AlignedText): Projection => {
  const units = alignUnits(bare, translation);
  if (!isPlausible(units)) return { problem: 'no alignment' };
  const placing = { ...units, bare, translated: translation.text };
  const whole = { start: 0, end: translation.text.length };
  const children = placeChildren(root, whole, placing);
  if (!children) return { problem: 'no place' };
  return { root: { node: root, ...whole, children } };
};

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
