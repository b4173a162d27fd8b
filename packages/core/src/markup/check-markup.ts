import type { TranslatedUnit } from '../engine.js';
import { joinParts, partsOf, type SpanPart } from '../protection/placed-spans.js';
import {
  type CheckedText,
  isMissing,
  type MarkupUnit,
  type UnitMarker,
  withMarkers,
} from './markup-unit.js';

/**
 * Says how the markers of a unit nest in a text: for each node the one it lies in and between which
 * tags that are mere points, and the order of those that may not change places. Equal for two texts
 * when the markup is the same in both but for words that moved; undefined when a marker is missing,
 * doubled or out of place.
 */
export const nestingOf = (
  { spans }: CheckedText,
  markers: readonly UnitMarker[],
): string | undefined => {
  const places = new Map<number, readonly number[]>();
  const open: number[] = [];
  /** Elements of which one point has come, but not the other. */
  const entered = new Set<number>();
  const fixed: number[] = [];
  if (spans.length !== markers.length) return undefined;
  const cutNodes = new Set(markers.filter(isMissing).map(({ node }) => node));
  const placed = spans.map(({ span }) => markers[span] as UnitMarker);
  for (const [index, { span }] of spans.entries()) {
    const marker = placed[index] as UnitMarker;
    const { kind, node, element } = marker;
    // What reaches over the edge of the sentence has all in it that is on this side of its half.
    const neighbour = placed[kind === 'close' ? index + 1 : index - 1];
    if (isMissing(marker) && neighbour && !isMissing(neighbour)) return undefined;
    if (kind === 'close') {
      if (open.pop() !== node) return undefined;
    } else {
      if (places.has(node)) return undefined;
      places.set(node, [open.at(-1) ?? 0, ...entered]);
      if (kind === 'open') open.push(node);
    }
    if (element !== undefined && !entered.delete(element)) entered.add(element);
    // Points keep their order, and so do tags whose other half lies in another sentence.
    const isCut = kind !== 'object' && !isMissing(marker) && cutNodes.has(node);
    if (kind === 'point' || isCut) fixed.push(span);
  }
  if (open.length > 0) return undefined;
  const rows = [...places].sort(([one], [two]) => one - two);
  return JSON.stringify([rows, fixed]);
};

/** A part of a text, and the marker that it is. */
interface MarkerPart extends SpanPart {
  readonly marker: UnitMarker | undefined;
}

const markerPartsOf = (text: CheckedText, markers: readonly UnitMarker[]): readonly MarkerPart[] =>
  partsOf(text).map((part) => ({
    ...part,
    marker: part.span === undefined ? undefined : markers[part.span],
  }));

/** A point, and where it belongs. */
interface PointPlace {
  readonly part: MarkerPart;
  /** The node it lies in, 0 for the sentence itself. */
  readonly parent: number;
  /** Share of its parent's words that come before it. */
  readonly share: number;
}

/** Counts words the same way wherever tags part them. */
const wordsIn = ({ marker, text }: MarkerPart): number =>
  marker
    ? Number(marker.kind === 'object')
    : text.split(/\s+/).filter((word) => word !== '').length;

/** Calls back for each part with the nodes it lies in, innermost last; 0 is the sentence. */
const walk = (
  parts: readonly MarkerPart[],
  visit: (part: MarkerPart, path: readonly number[]) => void,
): void => {
  const path = [0];
  for (const part of parts) {
    if (part.marker?.kind === 'close') path.pop();
    visit(part, path);
    if (part.marker?.kind === 'open') path.push(part.marker.node);
  }
};

const countWords = (parts: readonly MarkerPart[]): Map<number, number> => {
  const counts = new Map<number, number>();
  walk(parts, (part, path) => {
    const words = wordsIn(part);
    if (words > 0) for (const node of path) counts.set(node, (counts.get(node) ?? 0) + words);
  });
  return counts;
};

const placesOf = (parts: readonly MarkerPart[]): readonly PointPlace[] => {
  const totals = countWords(parts);
  const before = new Map<number, number>();
  const places: PointPlace[] = [];
  walk(parts, (part, path) => {
    const parent = path.at(-1) ?? 0;
    if (part.marker?.kind === 'point') {
      const share = (before.get(parent) ?? 0) / Math.max(1, totals.get(parent) ?? 0);
      places.push({ part, parent, share });
    }
    const words = wordsIn(part);
    if (words > 0) for (const node of path) before.set(node, (before.get(node) ?? 0) + words);
  });
  return places;
};

/**
 * Moves comments, pictures and other points of a translation back into the tags they lie in, after
 * as large a share of the words there as in the source. Engines that follow words with tags carry
 * points along with whatever stands beside them.
 */
export const placePoints = (
  source: CheckedText,
  translated: CheckedText,
  markers: readonly UnitMarker[],
): CheckedText => {
  const all = markerPartsOf(translated, markers);
  const parents = new Map(placesOf(all).map(({ part, parent }) => [part.span, parent]));
  const places = placesOf(markerPartsOf(source, markers)).filter(
    ({ part, parent }) => parents.get(part.span) !== parent,
  );
  if (places.length === 0) return translated;
  const misplaced = new Set(places.map(({ part }) => part.span));
  const parts = all.filter(({ span }) => span === undefined || !misplaced.has(span));
  const totals = countWords(parts);
  const waiting = new Map<number, PointPlace[]>();
  for (const place of places) {
    const own = waiting.get(place.parent);
    if (own) own.push(place);
    else waiting.set(place.parent, [place]);
  }
  const before = new Map<number, number>();
  const written: SpanPart[] = [];
  const writeText = (text: string): number => written.push({ text, span: undefined });
  const writePlaces = (node: number, isEnd: boolean): void => {
    const own = waiting.get(node) ?? [];
    const total = totals.get(node) ?? 0;
    for (let next = own[0]; next; next = own[0]) {
      if (!isEnd && Math.round(next.share * total) > (before.get(node) ?? 0)) return;
      written.push(next.part);
      own.shift();
    }
  };
  const open = [0];
  for (const part of parts) {
    const node = open.at(-1) ?? 0;
    const { marker } = part;
    if (!marker) {
      // A word and the space before it; points come right before the word.
      for (const [, space = '', word = ''] of part.text.matchAll(/(\s*)(\S*)/g)) {
        writeText(space);
        if (word === '') continue;
        writePlaces(node, false);
        writeText(word);
        for (const outer of open) before.set(outer, (before.get(outer) ?? 0) + 1);
      }
      continue;
    }
    if (marker.kind === 'close') {
      writePlaces(node, true);
      open.pop();
    } else {
      writePlaces(node, false);
    }
    written.push(part);
    if (marker.kind === 'object') {
      for (const outer of open) before.set(outer, (before.get(outer) ?? 0) + 1);
    }
    if (marker.kind === 'open') open.push(marker.node);
  }
  writePlaces(0, true);
  return joinParts(written);
};

/**
 * A translation that has the markup of its source: all of it, once, and nested alike. Its points are
 * moved where they have to be; undefined when that does not help.
 */
export const checkMarkup = (
  unit: MarkupUnit,
  translated: TranslatedUnit,
): CheckedText | undefined => {
  const { markers, source } = unit;
  const placed = withMarkers(unit, translated);
  if (markers.length === 0) return placed;
  const nesting = nestingOf(source, markers);
  const isSound = (candidate: CheckedText): boolean =>
    nesting !== undefined && nestingOf(candidate, markers) === nesting;
  if (isSound(placed)) return placed;
  const repaired = placePoints(source, placed, markers);
  return isSound(repaired) ? repaired : undefined;
};

/** A text cut into its tags and points at the edges, and what is between. Objects are words. */
export const withoutEdgeMarkers = (text: CheckedText, markers: readonly UnitMarker[]) => {
  const parts = markerPartsOf(text, markers);
  const isWords = ({ marker }: MarkerPart): boolean =>
    marker === undefined || marker.kind === 'object';
  const first = parts.findIndex(isWords);
  const start = first < 0 ? parts.length : first;
  const end = parts.findLastIndex(isWords) + 1;
  return {
    before: parts.slice(0, start),
    words: parts.slice(start, end),
    after: parts.slice(Math.max(start, end)),
  };
};
