import type { SpanKind, TranslatedUnit, TranslationUnit } from '../engine.js';
import { nameSpan, pairSpans, plainText, type UnpairedSpan } from '../protection/placed-spans.js';
import type { TextRange } from '../ranges.js';
import { OBJECT_CHARACTER } from '../sentinels.js';
import type { Marker, Paragraph, Stretch } from './paragraph.js';
import { type Region, sourceEnd, sourceStart } from './regions.js';

/**
 * Markup in a unit as the engine sees it: `<x1>`, `</x1>`, `<x2/>`, `{x3}`. It is a protected span, or
 * part of a larger one.
 */
export interface UnitMarker extends TextRange {
  readonly kind: 'open' | 'close' | 'point' | 'object';
  /** Number of the node; both tags of a pair share one. */
  readonly node: number;
  /** Of a point that is one tag of an element: the node of the element's first one. */
  readonly element?: number;
  /** Its stretch of the marked text; empty for the missing half of a pair cut by a sentence end. */
  readonly source: TextRange;
  /** White space of the marked text right after it that the unit leaves out, one blank being enough. */
  readonly space?: string;
}

/**
 * A translation that has all the markup of its source, nested alike. Its spans are the unit's markers, by
 * their index; whatever else was protected is text in it. Who gets one need not check it again.
 */
export type CheckedText = TranslatedUnit;

/** A sentence of a paragraph as an engine gets it. */
export interface MarkupUnit {
  readonly unit: TranslationUnit;
  /** Its markup, in order, each at its place in the unit's text. */
  readonly markers: readonly UnitMarker[];
  /** The unit as its own translation. */
  readonly source: CheckedText;
  /** For each space of the unit's text outside its markup, in order, what the marked text has there. */
  readonly spaces: readonly string[];
  readonly region: Region;
}

/** What is needed of a paragraph to write its units. */
export interface UnitContext {
  readonly source: string;
  readonly paragraph: Paragraph;
  /** What objects stand for, by offset in the paragraph's text. */
  readonly objects: ReadonlyMap<number, Stretch>;
  /** What markers begin with: see {@link choosePrefix}. */
  readonly prefix: string;
}

const PREFIXES = ['x', 'q', 'z', 'j', 'w', 'k', 'v', 'y'];

/** A prefix whose markers the text has not got already. */
export const choosePrefix = (text: string): string => {
  if (!/[<{]/.test(text)) return 'x';
  const isFree = (prefix: string): boolean => !new RegExp(`[<{]/?${prefix}\\d`, 'i').test(text);
  const found = PREFIXES.find(isFree);
  if (found !== undefined) return found;
  let longest = 0;
  for (const [letters] of text.matchAll(/x+(?=\d)/gi)) longest = Math.max(longest, letters.length);
  return 'x'.repeat(longest + 1);
};

const WORD = new RegExp(`[\\p{L}\\p{N}${OBJECT_CHARACTER}]`, 'u');
/** What parts words and sentences, so that an engine has to see it. */
const DIVIDER = /[\s.,;:!?\u2026\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]/u;

/**
 * The markup of a region in the order in which it is written, each at its place in the paragraph's
 * text.
 *
 * A pair of tags with a word between them is a pair; one with mere signs, such as `<b>*</b>`, is one
 * point, its signs included. A tag whose partner lies elsewhere is one with the beginning or end of the
 * region, if that crosses no other pair. Everything else is a point.
 */
const markersOf = (
  paragraph: Paragraph,
  objects: UnitContext['objects'],
  region: Region,
): UnitMarker[] => {
  const { start, end } = region.markers;
  const own = paragraph.markers.slice(start, end);
  const hasWord = (from: number, to: number): boolean => WORD.test(paragraph.text.slice(from, to));
  const partnerIn = (marker: Marker): Marker | undefined => {
    const { partner } = marker;
    if (partner === undefined || partner < start || partner >= end) return undefined;
    return paragraph.markers[partner];
  };
  const isSigns = (from: number, to: number): boolean => {
    const text = paragraph.text.slice(from, to);
    return !WORD.test(text) && !DIVIDER.test(text);
  };
  const written: UnitMarker[] = [];
  /** @param last of the paragraph's markers that it stands for */
  const add = (
    marker: Pick<UnitMarker, 'kind' | 'node' | 'element'>,
    first: Marker,
    last = first,
  ): void => {
    const source = { start: first.start, end: last.end };
    written.push({ ...marker, start: first.at, end: last.at, source });
  };
  /** Nodes to open at the beginning, outermost first. */
  const openedBefore: number[] = [];
  /** Nodes to close at the end, innermost first. */
  const closedAfter: number[] = [];
  const nodeOf = new Map<Marker, number>();
  const elementOf = new Map<Marker, number>();
  let nextNode = 1;
  let pairsOpen = 0;
  let lastCovered = -1;
  for (const [index, marker] of own.entries()) {
    if (start + index <= lastCovered) continue;
    const partner = partnerIn(marker);
    if (marker.kind === 'open') {
      if (partner !== undefined && isSigns(marker.at, partner.at)) {
        lastCovered = marker.partner ?? -1;
        add({ kind: 'point', node: nextNode++ }, marker, partner);
        continue;
      }
      const isPair = partner !== undefined && hasWord(marker.at, partner.at);
      const isCut = partner === undefined && pairsOpen === 0 && hasWord(marker.at, region.text.end);
      if (isPair || isCut) {
        add({ kind: 'open', node: nextNode }, marker);
        nodeOf.set(marker, nextNode);
        if (isPair) pairsOpen++;
        else closedAfter.unshift(nextNode);
        nextNode++;
        continue;
      }
    } else if (marker.kind === 'close') {
      const node = partner === undefined ? undefined : nodeOf.get(partner);
      if (node !== undefined) {
        add({ kind: 'close', node }, marker);
        pairsOpen--;
        continue;
      }
      const isFree = pairsOpen === 0 && closedAfter.length === 0;
      if (partner === undefined && isFree && hasWord(region.text.start, marker.at)) {
        add({ kind: 'close', node: nextNode }, marker);
        openedBefore.unshift(nextNode++);
        continue;
      }
    }
    const node = nextNode++;
    if (marker.kind === 'open') elementOf.set(marker, node);
    const element = (partner && elementOf.get(partner)) ?? node;
    add({ kind: 'point', node, ...(marker.kind !== 'point' && { element }) }, marker);
  }
  for (const [at, { start: from, end: to }] of objectsIn(paragraph, objects, region.text)) {
    const source = { start: from, end: to };
    written.push({ kind: 'object', node: nextNode++, start: at, end: at + 1, source });
  }
  const missing = (kind: 'open' | 'close', node: number, at: number): UnitMarker => {
    const { start: from } = region.source;
    return { kind, node, start: at, end: at, source: { start: from, end: from } };
  };
  return [
    ...openedBefore.map((node) => missing('open', node, region.text.start)),
    // Markers come before the object at their place.
    ...written.sort((one, two) => one.start - two.start),
    ...closedAfter.map((node) => missing('close', node, region.text.end)),
  ];
};

/** The objects in a range of a paragraph's text, which may have such characters of its own. */
const objectsIn = (
  { text }: Paragraph,
  objects: UnitContext['objects'],
  { start, end }: TextRange,
): readonly (readonly [at: number, object: Stretch])[] => {
  const found: [number, Stretch][] = [];
  if (objects.size === 0) return found;
  let at = text.indexOf(OBJECT_CHARACTER, start);
  for (; at >= 0 && at < end; at = text.indexOf(OBJECT_CHARACTER, at + 1)) {
    const object = objects.get(at);
    if (object) found.push([at, object]);
  }
  return found;
};

/** How a marker is written in a unit. */
const writeMarker = (prefix: string, { kind, node }: UnitMarker): string => {
  const name = `${prefix}${node}`;
  return { open: `<${name}>`, close: `</${name}>`, point: `<${name}/>`, object: `{${name}}` }[kind];
};

/** What markers are to an engine; what an object holds stands for words. */
const SPAN_KINDS: Readonly<Record<UnitMarker['kind'], SpanKind>> = {
  open: 'open',
  close: 'close',
  point: 'point',
  object: 'placeholder',
};

const SPACES = /[\t\n\f\r ]+/g;
const SOFT_HYPHEN = /\u00ad/g;

/**
 * Writes a region as a unit: markup as short tags and placeholders, all of them protected, and all
 * white space in a row as one blank.
 *
 * @param protectedRanges ranges of the paragraph's text in this region, in order
 */
export const writeUnit = (
  { source, paragraph, objects, prefix }: UnitContext,
  region: Region,
  protectedRanges: readonly TextRange[],
): MarkupUnit => {
  const words = plainTextOf(paragraph, region);
  if (words !== undefined && protectedRanges.length === 0) return unitOfWords(words, region);
  const range = region.text;
  const kept = protectedRanges.map(({ start, end }) => ({
    start: Math.max(start, range.start),
    end: Math.min(end, range.end),
  }));
  const markers: UnitMarker[] = [];
  const ownSpans: UnpairedSpan[] = [];
  /** Where the ranges that are kept came to stand, by their index. */
  const keptSpans = new Map<number, TextRange>();
  const spaces: string[] = [];
  let text = '';
  let position = range.start;
  /** Index of the first range that does not end before the position. */
  let next = 0;
  let endsWithSpace = false;
  /** Whether the last marker stands after a space, and nothing but it came since. */
  let takesSpace = false;

  const keepFrom = (start: number): void => {
    keptSpans.set(next, { start: keptSpans.get(next)?.start ?? start, end: text.length });
  };
  const skipEnded = (): void => {
    while ((kept[next]?.end ?? Number.POSITIVE_INFINITY) <= position) next++;
  };
  const writeWords = (words: string): void => {
    if (words === '') return;
    text += words;
    takesSpace = false;
    endsWithSpace = false;
  };
  const writeSpace = (original: string): void => {
    const last = markers.at(-1);
    if (takesSpace && last) {
      // One space is enough for the sentence: the second one stays with the tag before it.
      markers[markers.length - 1] = { ...last, space: (last.space ?? '') + original };
      return;
    }
    text += ' ';
    spaces.push(original);
    endsWithSpace = true;
  };
  const writeLoose = (part: string): void => {
    let at = 0;
    for (const { 0: space, index } of part.matchAll(SPACES)) {
      // Soft hyphens part words for an engine; nothing is lost where they are not read.
      writeWords(part.slice(at, index).replace(SOFT_HYPHEN, ''));
      at = index + space.length;
      const [from, to] = [position + index, position + at];
      writeSpace(source.slice(sourceStart(paragraph, from), sourceEnd(paragraph, to)));
    }
    writeWords(part.slice(at).replace(SOFT_HYPHEN, ''));
  };
  const writeTo = (offset: number): void => {
    while (position < offset) {
      skipEnded();
      const { start, end } = kept[next] ?? { start: offset, end: offset };
      const isKept = start <= position;
      const stop = Math.min(isKept ? end : start, offset);
      const part = paragraph.text.slice(position, stop);
      if (isKept) {
        const from = text.length;
        writeWords(part);
        keepFrom(from);
        for (const character of part) if (character === ' ') spaces.push(' ');
      } else {
        writeLoose(part);
      }
      position = stop;
    }
    skipEnded();
  };
  const writeMarkup = (marker: UnitMarker): void => {
    const { kind, node } = marker;
    const start = text.length;
    text += writeMarker(prefix, marker);
    const end = text.length;
    markers.push({ ...marker, start, end });
    // Markers at the beginning of what is kept stay outside; an object is a part of it.
    const { start: keptStart = Number.POSITIVE_INFINITY } = kept[next] ?? {};
    const isKept = kind === 'object' ? keptStart <= position : keptStart < position;
    if (isKept) keepFrom(start);
    else ownSpans.push({ start, end, kind: SPAN_KINDS[kind], pair: node });
    if (kind === 'object') endsWithSpace = false;
    // A half without a source must stay without, and what is kept must stay as it is.
    takesSpace = endsWithSpace && !isMissing(marker) && !isKept;
  };
  for (const marker of markersOf(paragraph, objects, region)) {
    writeTo(marker.start);
    writeMarkup(marker);
    position = Math.max(position, marker.end);
  }
  writeTo(range.end);
  const spans = [
    ...ownSpans,
    ...Array.from(keptSpans.values(), (span) => nameSpan(text, span)),
  ].sort((one, two) => one.start - two.start);
  return {
    unit: { text, protectedSpans: pairSpans(spans) },
    markers,
    source: { text, spans: markers.map(({ start, end }, span) => ({ start, end, span })) },
    spaces,
    region,
  };
};

/** Whether a marker stands for a tag that lies in another sentence. */
export const isMissing = ({ source }: UnitMarker): boolean => source.start === source.end;

/** A translation with the markers of its unit for spans: what else was protected is text in it. */
export const withMarkers = (
  { unit, markers }: Pick<MarkupUnit, 'unit' | 'markers'>,
  { text, spans }: TranslatedUnit,
): TranslatedUnit => {
  let next = 0;
  const inside = unit.protectedSpans.map(({ start, end }) => {
    const first = next;
    while (next < markers.length && (markers[next] as UnitMarker).end <= end) next++;
    return markers.slice(first, next).map((marker, index) => ({
      start: marker.start - start,
      end: marker.end - start,
      span: first + index,
    }));
  });
  return {
    text,
    spans: spans.flatMap(({ start, span }) =>
      (inside[span] ?? []).map((marker) => ({
        start: start + marker.start,
        end: start + marker.end,
        span: marker.span,
      })),
    ),
  };
};

const NOT_MERE_WORDS = /[\t\n\f\r\u00ad]| {2}/;

/** The text of a region that an engine gets as it is: no markup, references, or space to leave out. */
const plainTextOf = (
  { text, stretches }: Paragraph,
  { text: range, markers }: Region,
): string | undefined => {
  if (markers.start < markers.end || stretches.some(({ kind }) => kind !== 'plain'))
    return undefined;
  const words = text.slice(range.start, range.end);
  return NOT_MERE_WORDS.test(words) ? undefined : words;
};

const unitOfWords = (text: string, region: Region): MarkupUnit => ({
  unit: { text, protectedSpans: [] },
  markers: [],
  source: plainText(text),
  spaces: new Array(text.split(' ').length - 1).fill(' '),
  region,
});
