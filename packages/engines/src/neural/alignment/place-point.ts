import type { Range } from './aligned-text.js';
import type { Placing } from './placing.js';
import { placeInSameGap } from './same-gap.js';
import type { TagNode } from './tagged-text.js';
import type { Unit } from './units.js';

/**
 * Finds the place of a single tag: beside the word it touches, else before the word it precedes. At
 * either end of what it is in, with no word between, it stays there; where its neighbours have no
 * counterpart, those next to them decide.
 *
 * @param parent the pair it is in
 * @param within where that is in the translation
 */
export const placePoint = (
  node: TagNode,
  parent: TagNode,
  within: Range,
  placing: Placing,
): number => {
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

type Place = (index: number, node: TagNode, within: Range, placing: Placing) => number | undefined;

const isFrom =
  (index: number, { start, end }: Range, { origins }: Placing) =>
  (unit: Unit, at: number): boolean =>
    unit.start >= start && unit.end <= end && (origins[at]?.includes(index) ?? false);

/** After the last word that came from a unit, and as much punctuation as was between. */
const placeAfter: Place = (index, node, within, placing) => {
  const { bare, translated, source, target } = placing;
  const found = target.findLast(isFrom(index, within, placing));
  if (!found) return undefined;
  const between = bare.slice(source[index]?.end ?? node.start, node.start);
  const isKept = found.end + between.length <= within.end;
  return found.end + (isKept && translated.startsWith(between, found.end) ? between.length : 0);
};

/** Before the first word that came from a unit, and as much punctuation as was between. */
const placeBefore: Place = (index, node, within, placing) => {
  const { bare, translated, source, target } = placing;
  const found = target.find(isFrom(index, within, placing));
  if (!found) return undefined;
  const between = bare.slice(node.end, source[index]?.start ?? node.end).trimStart();
  const isKept = found.start - between.length >= within.start;
  return found.start - (isKept && translated.endsWith(between, found.start) ? between.length : 0);
};
