import { type Marker, OBJECT_CHARACTER, type Run } from '../read/run.js';
import type { Region } from './regions.js';

/** How a marker of a region is to be written. */
export interface PlannedToken {
  readonly kind: 'open' | 'close' | 'point';
  readonly node: number;
}

/** How the markers of a region are written, in order, and the halves of pairs that it lacks. */
export interface TokenPlan {
  readonly tokens: readonly PlannedToken[];
  /** Nodes to open at the beginning, outermost first. */
  readonly openedBefore: readonly number[];
  /** Nodes to close at the end, innermost first. */
  readonly closedAfter: readonly number[];
  /** Number for the next node. */
  readonly nextNode: number;
}

const WORD = new RegExp(`[\\p{L}\\p{N}${OBJECT_CHARACTER}]`, 'u');

/**
 * Numbers the markup of a region. A pair of tags with a word between them is a pair. A tag whose
 * partner lies elsewhere is one with the beginning or end of the region, if that crosses no other
 * pair. Everything else is a point.
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
  const tokens: PlannedToken[] = [];
  const openedBefore: number[] = [];
  const closedAfter: number[] = [];
  const nodeOf = new Map<Marker, number>();
  let nextNode = 1;
  let pairsOpen = 0;
  for (const marker of own) {
    const partner = partnerIn(marker);
    if (marker.kind === 'open') {
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
    tokens.push({ kind: 'point', node: nextNode++ });
  }
  return { tokens, openedBefore, closedAfter, nextNode };
};
