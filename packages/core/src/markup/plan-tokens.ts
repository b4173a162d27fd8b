import type { ElementHalf } from './checked-text.js';
import type { Region } from './regions.js';
import { type Marker, OBJECT_CHARACTER, type Run } from './run.js';

/** How a marker of a region is to be written. */
export interface PlannedToken {
  readonly kind: 'open' | 'close' | 'point';
  readonly node: number;
  readonly half?: ElementHalf;
  /** Of a point that is a whole element: index of its closing tag among the run's markers. */
  readonly last?: number;
}

/** How the markers of a region are written, in order, and the halves of pairs that it lacks. */
export interface TokenPlan {
  /** One for each marker; none for those inside a point. */
  readonly tokens: readonly (PlannedToken | undefined)[];
  /** Nodes to open at the beginning, outermost first. */
  readonly openedBefore: readonly number[];
  /** Nodes to close at the end, innermost first. */
  readonly closedAfter: readonly number[];
  /** Number for the next node. */
  readonly nextNode: number;
}

const WORD = new RegExp(`[\\p{L}\\p{N}${OBJECT_CHARACTER}]`, 'u');
/** What parts words and sentences, so that an engine has to see it. */
const DIVIDER = /[\s.,;:!?\u2026\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]/u;

/**
 * Numbers the markup of a region. A pair of tags with a word between them is a pair; one with mere
 * signs, such as `<b>*</b>`, is one point, its signs included. A tag whose partner lies elsewhere is
 * one with the beginning or end of the region, if that crosses no other pair. Everything else is a
 * point.
 */
export const planTokens = (run: Run, region: Region): TokenPlan => {
  const { start, end } = region.markers;
  const own = run.markers.slice(start, end);
  const hasWord = (from: number, to: number): boolean => WORD.test(run.text.slice(from, to));
  const partnerIn = (marker: Marker): Marker | undefined => {
    const { partner } = marker;
    if (partner === undefined || partner < start || partner >= end) return undefined;
    return run.markers[partner];
  };
  const isSigns = (from: number, to: number): boolean => {
    const text = run.text.slice(from, to);
    return !WORD.test(text) && !DIVIDER.test(text);
  };
  const tokens: (PlannedToken | undefined)[] = [];
  const openedBefore: number[] = [];
  const closedAfter: number[] = [];
  const nodeOf = new Map<Marker, number>();
  const elementOf = new Map<Marker, number>();
  let nextNode = 1;
  let pairsOpen = 0;
  let lastCovered = -1;
  for (const [index, marker] of own.entries()) {
    if (start + index <= lastCovered) {
      tokens.push(undefined);
      continue;
    }
    const partner = partnerIn(marker);
    if (marker.kind === 'open') {
      if (partner !== undefined && isSigns(marker.at, partner.at)) {
        lastCovered = marker.partner ?? -1;
        tokens.push({ kind: 'point', node: nextNode++, last: lastCovered });
        continue;
      }
      const isPair = partner !== undefined && hasWord(marker.at, partner.at);
      const isCut = partner === undefined && pairsOpen === 0 && hasWord(marker.at, region.text.end);
      if (isPair || isCut) {
        tokens.push({ kind: 'open', node: nextNode });
        nodeOf.set(marker, nextNode);
        if (isPair) pairsOpen++;
        else closedAfter.unshift(nextNode);
        nextNode++;
        continue;
      }
    } else if (marker.kind === 'close') {
      const node = partner === undefined ? undefined : nodeOf.get(partner);
      if (node !== undefined) {
        tokens.push({ kind: 'close', node });
        pairsOpen--;
        continue;
      }
      const isFree = pairsOpen === 0 && closedAfter.length === 0;
      if (partner === undefined && isFree && hasWord(region.text.start, marker.at)) {
        tokens.push({ kind: 'close', node: nextNode });
        openedBefore.unshift(nextNode++);
        continue;
      }
    }
    const node = nextNode++;
    if (marker.kind === 'open') elementOf.set(marker, node);
    const element = (partner && elementOf.get(partner)) ?? node;
    const half = marker.kind === 'point' ? undefined : { kind: marker.kind, element };
    tokens.push({ kind: 'point', node, ...(half && { half }) });
  }
  return { tokens, openedBefore, closedAfter, nextNode };
};
