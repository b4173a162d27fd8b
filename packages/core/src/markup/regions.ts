import type { TextRange } from '../ranges.js';
import type { Marker, Paragraph, Stretch } from './paragraph.js';

/** A sentence of a paragraph with the markup that has to move with its words. */
export interface Region {
  /** Range of the paragraph's text. */
  readonly text: TextRange;
  /** Half-open range of the paragraph's markers; the others stand between sentences and stay there. */
  readonly markers: TextRange;
  /** Its stretch of the marked text. */
  readonly source: TextRange;
}

/** The last stretch that begins at or before an offset of the paragraph's text. */
const stretchAt = ({ stretches }: Paragraph, offset: number): Stretch | undefined => {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stretches[middle] as Stretch).at <= offset) low = middle;
    else high = middle - 1;
  }
  return stretches[low];
};

/** Where in the marked text the character at an offset of a paragraph's text begins. */
export const sourceStart = (paragraph: Paragraph, offset: number): number => {
  const stretch = stretchAt(paragraph, offset);
  if (!stretch) return paragraph.start;
  return stretch.kind === 'plain' ? stretch.start + (offset - stretch.at) : stretch.start;
};

/** Where in the marked text the character before an offset of a paragraph's text ends. */
export const sourceEnd = (paragraph: Paragraph, offset: number): number => {
  const stretch = stretchAt(paragraph, offset - 1);
  if (!stretch || offset === 0) return paragraph.start;
  return stretch.kind === 'plain' ? stretch.start + (offset - stretch.at) : stretch.end;
};

const NO_OBJECTS: ReadonlyMap<number, Stretch> = new Map();

/** What was read as objects, by offset in the paragraph's text. */
export const objectsOf = ({ stretches }: Paragraph): ReadonlyMap<number, Stretch> => {
  const objects = stretches.filter((stretch) => stretch.kind === 'object');
  return objects.length === 0 ? NO_OBJECTS : new Map(objects.map((object) => [object.at, object]));
};

/**
 * The regions of a paragraph, one a sentence. Markup at the edges of a sentence stays outside, unless it
 * belongs to markup inside: a tag around the whole sentence need not travel through an engine.
 */
export const findRegions = (
  paragraph: Paragraph,
  sentences: readonly TextRange[],
): readonly Region[] => {
  const { markers } = paragraph;
  const regions: Region[] = [];
  let next = 0;
  let sourceFloor = paragraph.start;
  for (const text of sentences) {
    while (next < markers.length && (markers[next] as Marker).at < text.start) next++;
    let end = next;
    while (end < markers.length && (markers[end] as Marker).at <= text.end) end++;
    const range = withoutEdges(markers, { start: next, end }, text);
    next = Math.max(next, range.end);
    const first = range.start < range.end ? markers[range.start] : undefined;
    const last = range.start < range.end ? markers[range.end - 1] : undefined;
    const start = Math.max(
      sourceFloor,
      Math.min(sourceStart(paragraph, text.start), first?.start ?? Number.POSITIVE_INFINITY),
    );
    const stop = Math.max(start, sourceEnd(paragraph, text.end), last?.end ?? 0);
    sourceFloor = stop;
    regions.push({ text, markers: range, source: { start, end: stop } });
  }
  return regions;
};

/** Leaves out what can stay at the edges of a sentence. */
const withoutEdges = (
  markers: readonly Marker[],
  { start, end }: TextRange,
  text: TextRange,
): TextRange => {
  let first = start;
  let last = end;
  const partnerOf = (index: number): number | undefined => markers[index]?.partner;
  const staysLeft = (index: number): boolean => {
    const marker = markers[index] as Marker;
    if (marker.at !== text.start) return false;
    const partner = partnerOf(index);
    if (marker.kind !== 'open' || partner === undefined) return true;
    // Its end lies right beside it or after all words.
    return (
      partner >= end || markers[partner]?.at === text.start || markers[partner]?.at === text.end
    );
  };
  const staysRight = (index: number): boolean => {
    const marker = markers[index] as Marker;
    if (marker.at !== text.end) return false;
    const partner = partnerOf(index);
    if (marker.kind !== 'close' || partner === undefined) return true;
    return partner < first || markers[partner]?.at === text.end;
  };
  while (first < last && staysLeft(first)) first++;
  while (last > first && staysRight(last - 1)) last--;
  // What stays on one side only has to come back in, and whatever stands between it and the words.
  for (let index = start; index < first; index++) {
    const partner = partnerOf(index);
    const isParted =
      partner !== undefined &&
      partner >= first &&
      partner < last &&
      markers[index]?.kind === 'open';
    if (isParted) first = index;
  }
  for (let index = end - 1; index >= last; index--) {
    const partner = partnerOf(index);
    const isParted =
      partner !== undefined &&
      partner >= first &&
      partner < last &&
      markers[index]?.kind === 'close';
    if (isParted) last = index + 1;
  }
  return { start: first, end: last };
};
