import type { SpanKind, TranslationUnit } from '../engine.js';
import { type NamedSpan, nameSpan, pairSpans, unchanged } from '../protection/placed-spans.js';
import type { TextRange } from '../ranges.js';
import { OBJECT_CHARACTER } from '../sentinels.js';
import {
  type CheckedText,
  type ElementHalf,
  type FramePart,
  type FrameToken,
  plainText,
} from './checked-text.js';
import { createFrame, type Frame, framePartsOf, writeToken } from './frame.js';
import { type Region, sourceEnd, sourceStart } from './regions.js';
import type { Marker, Run, Stretch } from './run.js';

/** A sentence of a run as an engine gets it. */
export interface MarkupUnit {
  readonly unit: TranslationUnit;
  readonly frame: Frame;
  /** The unit as its own translation. */
  readonly source: CheckedText;
  /** For each space of the unit's text outside its frame, in order, what the document has there. */
  readonly spaces: readonly string[];
  readonly region: Region;
}

/** What is needed of a run to write its units. */
export interface UnitContext {
  readonly source: string;
  readonly run: Run;
  /** What objects stand for, by offset in the run's text. */
  readonly objects: ReadonlyMap<number, Stretch>;
  /** What tokens begin with: see `choosePrefix`. */
  readonly prefix: string;
}

/** How a marker of a region is to be written. */
interface PlannedToken {
  readonly kind: 'open' | 'close' | 'point';
  readonly node: number;
  readonly half?: ElementHalf;
  /** Of a point that is a whole element: index of its closing tag among the run's markers. */
  readonly last?: number;
}

/** How the markers of a region are written, in order, and the halves of pairs that it lacks. */
interface TokenPlan {
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
const planTokens = (run: Run, region: Region): TokenPlan => {
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

/**
 * Writes a region as a unit: markup as short tags and placeholders, all of them protected, and all
 * white space in a row as one blank.
 *
 * @param protectedSpans ranges of the run's text in this region, in order
 */
export const writeUnit = (
  { source, run, objects, prefix }: UnitContext,
  region: Region,
  protectedSpans: readonly TextRange[],
): MarkupUnit => {
  const { text: range, markers } = region;
  const words = plainTextOf(run, region);
  if (words !== undefined && protectedSpans.length === 0) return unitOfWords(words, region);
  const plan = planTokens(run, region);
  const writer = createUnitWriter(prefix);
  let nextNode = plan.nextNode;
  let position = range.start;
  let marker = markers.start;

  const writeTextTo = (offset: number): void => {
    while (position < offset) {
      const object = objects.get(position);
      if (object) {
        const { start: at, end } = object;
        writer.token({ kind: 'object', node: nextNode++, source: source.slice(at, end), at });
        position++;
        continue;
      }
      const part = run.text.slice(position, offset);
      const end = position + endOfText(part, position, objects);
      writer.text(run.text.slice(position, end), (from, to) =>
        source.slice(sourceStart(run, position + from), sourceEnd(run, position + to)),
      );
      position = end;
    }
  };
  /** Writes all up to an offset; markers right there only where the text goes on with it. */
  const writeTo = (offset: number, withMarkersThere: boolean): void => {
    for (; marker < markers.end; marker++) {
      const current = run.markers[marker];
      const planned = plan.tokens[marker - markers.start];
      if (!current || !planned || current.at > offset) break;
      if (current.at === offset && !withMarkersThere) break;
      writeTextTo(current.at);
      const { kind, node, half, last = marker } = planned;
      const end = run.markers[last] ?? current;
      writer.token({
        kind,
        node,
        source: source.slice(current.start, end.end),
        at: current.start,
        ...(half && { half }),
      });
      marker = last;
      position = Math.max(position, end.at);
    }
    writeTextTo(offset);
  };

  const missing = { source: '', at: region.source.start };
  for (const node of plan.openedBefore) writer.token({ kind: 'open', node, ...missing });
  for (const { start, end } of protectedSpans) {
    writeTo(Math.max(start, range.start), true);
    writer.beginSpan();
    writeTo(Math.min(end, range.end), false);
    writer.endSpan();
  }
  writeTo(range.end, true);
  for (const node of plan.closedAfter) writer.token({ kind: 'close', node, ...missing });
  const { unit, frame, spaces } = writer.finish();
  const parts = framePartsOf(unchanged(unit), frame);
  return { unit, frame, source: { parts }, spaces, region };
};

const NOT_MERE_WORDS = /[\t\n\f\r\u00ad]| {2}/;

/** The text of a region that an engine gets as it is: no markup, references, or space to leave out. */
const plainTextOf = (
  { text, stretches }: Run,
  { text: range, markers }: Region,
): string | undefined => {
  if (markers.start < markers.end || stretches.some(({ kind }) => kind !== 'plain'))
    return undefined;
  const words = text.slice(range.start, range.end);
  return NOT_MERE_WORDS.test(words) ? undefined : words;
};

const unitOfWords = (text: string, region: Region): MarkupUnit => ({
  unit: { text, protectedSpans: [] },
  frame: createFrame([]),
  source: plainText(text),
  spaces: new Array(text.split(' ').length - 1).fill(' '),
  region,
});

/** Length of the text before the next object; the text may have such characters of its own. */
const endOfText = (part: string, offset: number, objects: ReadonlyMap<number, Stretch>): number => {
  let end = part.indexOf(OBJECT_CHARACTER);
  while (end >= 0 && !objects.has(offset + end)) end = part.indexOf(OBJECT_CHARACTER, end + 1);
  return end < 0 ? part.length : end;
};

interface UnitWriter {
  token(token: FrameToken): void;
  /** @param sourceOf the document's writing of a range of this text */
  text(text: string, sourceOf: (from: number, to: number) => string): void;
  /** What is written until the end of the span is protected and stays as it is. */
  beginSpan(): void;
  endSpan(): void;
  finish(): {
    readonly unit: TranslationUnit;
    readonly frame: Frame;
    readonly spaces: readonly string[];
  };
}

const SPACES = /[\t\n\f\r ]+/g;
const SOFT_HYPHEN = /\u00ad/g;

/** What tokens are to an engine; what an object holds stands for words. */
const SPAN_KINDS: Readonly<Record<FrameToken['kind'], SpanKind>> = {
  open: 'open',
  close: 'close',
  point: 'point',
  object: 'placeholder',
};

const createUnitWriter = (prefix: string): UnitWriter => {
  const tokens = new Map<string, FrameToken>();
  const spans: NamedSpan[] = [];
  const contents: FramePart[][] = [];
  const spaces: string[] = [];
  let text = '';
  let spanStart: number | undefined;
  /** The token just written after a space, if nothing but tokens came since. */
  let tokenAfterSpace: string | undefined;
  let endsWithSpace = false;

  const writeWords = (words: string): void => {
    if (words === '') return;
    text += words;
    tokenAfterSpace = undefined;
    endsWithSpace = false;
  };
  const writeSpace = (original: string): void => {
    const before = tokenAfterSpace === undefined ? undefined : tokens.get(tokenAfterSpace);
    if (tokenAfterSpace !== undefined && before) {
      // One space is enough for the sentence: the second one stays with the tag before it.
      tokens.set(tokenAfterSpace, { ...before, space: (before.space ?? '') + original });
      return;
    }
    text += ' ';
    spaces.push(original);
    endsWithSpace = true;
  };
  return {
    token(token) {
      const { kind, node, source } = token;
      const written = writeToken(prefix, kind, node);
      tokens.set(written, token);
      const start = text.length;
      text += written;
      const part = { kind: 'token', text: written, token } as const;
      if (spanStart !== undefined) contents.at(-1)?.push(part);
      else {
        spans.push({ start, end: text.length, kind: SPAN_KINDS[kind], name: `${prefix}${node}` });
        contents.push([part]);
      }
      if (kind === 'object') endsWithSpace = false;
      // A half without a source must stay without, and a span must stay as it is.
      const takesSpace = endsWithSpace && source !== '' && spanStart === undefined;
      tokenAfterSpace = takesSpace ? written : undefined;
    },
    text(part, sourceOf) {
      if (spanStart !== undefined) {
        writeWords(part);
        contents.at(-1)?.push({ kind: 'text', text: part });
        for (const character of part) if (character === ' ') spaces.push(' ');
        return;
      }
      let position = 0;
      for (const { 0: space, index } of part.matchAll(SPACES)) {
        // Soft hyphens part words for an engine; nothing is lost where they are not read.
        writeWords(part.slice(position, index).replace(SOFT_HYPHEN, ''));
        position = index + space.length;
        writeSpace(sourceOf(index, position));
      }
      writeWords(part.slice(position).replace(SOFT_HYPHEN, ''));
    },
    beginSpan() {
      spanStart = text.length;
      contents.push([]);
    },
    endSpan() {
      if (spanStart === text.length) contents.pop();
      else if (spanStart !== undefined) {
        spans.push(nameSpan(text, { start: spanStart, end: text.length }));
      }
      spanStart = undefined;
    },
    finish: () => ({
      unit: { text, protectedSpans: pairSpans(spans) },
      frame: createFrame(
        contents.map((parts) =>
          parts.map((part) =>
            part.kind === 'text' ? part : { ...part, token: tokens.get(part.text) ?? part.token },
          ),
        ),
      ),
      spaces,
    }),
  };
};
