import { DIRECTION_MARKS } from '../characters.js';
import type {
  PlacedSpan,
  ProtectedSpan,
  SpanKind,
  TranslatedUnit,
  TranslationUnit,
} from '../engine.js';
import type { TextRange } from '../ranges.js';
import { SPAN_CHARACTER } from '../sentinels.js';

/** A part of a translation: a protected span, or what lies between two. */
export interface SpanPart {
  readonly text: string;
  /** The span's index among those of the unit; undefined for what is not protected. */
  readonly span: number | undefined;
}

/** A text in which nothing is protected. */
export const plainText = (text: string): TranslatedUnit => ({ text, spans: [] });

/** A unit as its own translation. */
export const unchanged = ({ text, protectedSpans }: TranslationUnit): TranslatedUnit => ({
  text,
  spans: protectedSpans.map(({ start, end }, span) => ({ start, end, span })),
});

/** A translation cut at its protected spans, in order. */
export const partsOf = ({ text, spans }: TranslatedUnit): readonly SpanPart[] => {
  const parts: SpanPart[] = [];
  let position = 0;
  for (const { start, end, span } of spans) {
    if (start > position) parts.push({ text: text.slice(position, start), span: undefined });
    parts.push({ text: text.slice(start, end), span });
    position = end;
  }
  if (position < text.length) parts.push({ text: text.slice(position), span: undefined });
  return parts;
};

/** Puts parts together to a translation again. */
export const joinParts = (parts: readonly SpanPart[]): TranslatedUnit => {
  const spans: PlacedSpan[] = [];
  let text = '';
  for (const part of parts) {
    const start = text.length;
    text += part.text;
    if (part.span !== undefined) spans.push({ start, end: text.length, span: part.span });
  }
  return { text, spans };
};

/** Changes the text between the protected spans of a translation. */
export const mapOwnText = (
  translated: TranslatedUnit,
  change: (text: string) => string,
): TranslatedUnit =>
  joinParts(
    partsOf(translated).map((part) =>
      part.span === undefined ? { ...part, text: change(part.text) } : part,
    ),
  );

/** The texts between the protected spans of a translation, in order. */
export const ownTextsOf = (translated: TranslatedUnit): readonly string[] =>
  partsOf(translated).flatMap(({ text, span }) => (span === undefined ? [text] : []));

/** A translation with a sign of the private use area in the place of each protected span. */
export const unprotectedText = (translated: TranslatedUnit): string =>
  translated.spans.length === 0
    ? translated.text
    : partsOf(translated)
        .map(({ text, span }) => (span === undefined ? text : SPAN_CHARACTER))
        .join('');

/** A span of which it is not sure yet that it is in a pair; tags with one name, or one number, may be. */
export interface UnpairedSpan extends ProtectedSpan {
  /** Goes before the number. */
  readonly name?: string;
}

/** Whether a span is a tag, which stands between words and is none. */
export const isTagKind = (kind: SpanKind | undefined): boolean =>
  kind === 'open' || kind === 'close' || kind === 'point';

const TAG = /^<(\/?)([A-Za-z][\w:.-]*|\d{1,3})(?:\s[^>]*)?>$/;
const EMPTY_TAG = /^<(?:[A-Za-z][^<>]*|\d{1,3} ?)\/>$/;
const TAKES_NO_PART = new RegExp(
  `^(?:<[\\s\\S]*>$|\\{%|\\{\\{[#/^!>]|\\[[^\\]]*\\]:?$|\\p{Extended_Pictographic}|[${DIRECTION_MARKS}])`,
  'u',
);

/** What a protected range of plain text is, by what stands there. */
export const nameSpan = (text: string, { start, end }: TextRange): UnpairedSpan => {
  const content = text.slice(start, end);
  if (EMPTY_TAG.test(content)) return { start, end, kind: 'point' };
  const [, slash, name] = TAG.exec(content) ?? [];
  if (name !== undefined) return { start, end, kind: slash === '' ? 'open' : 'close', name };
  return { start, end, kind: TAKES_NO_PART.test(content) ? 'formatting' : 'placeholder' };
};

/** The protected spans of a plain text. @param ranges in order, none empty, none over another */
export const protectSpans = (
  text: string,
  ranges: readonly TextRange[],
): readonly ProtectedSpan[] => pairSpans(ranges.map((range) => nameSpan(text, range)));

/**
 * Makes pairs of the tags that belong together. What was opened inside a pair and never closed, such
 * as `<br>`, is a point, and so is a tag that closes nothing.
 *
 * @param spans in order
 */
export const pairSpans = (spans: readonly UnpairedSpan[]): readonly ProtectedSpan[] => {
  const open: { readonly name: string | number | undefined; readonly index: number }[] = [];
  const pairs = new Map<number, number>();
  for (const [index, { kind, pair, name = pair }] of spans.entries()) {
    if (kind === 'open') open.push({ name, index });
    if (kind !== 'close') continue;
    const at = open.findLastIndex((tag) => tag.name === name);
    const opening = open[at];
    if (!opening) continue;
    pairs.set(opening.index, opening.index).set(index, opening.index);
    open.length = at;
  }
  return spans.map(({ start, end, kind }, index) => {
    if (kind !== 'open' && kind !== 'close') return { start, end, kind };
    const pair = pairs.get(index);
    return pair === undefined ? { start, end, kind: 'point' } : { start, end, kind, pair };
  });
};

/** A translation of a unit as the unit that a further leg translates. */
export const asUnit = (
  { protectedSpans }: TranslationUnit,
  { text, spans }: TranslatedUnit,
): TranslationUnit => ({
  text,
  protectedSpans: pairSpans(
    spans.flatMap(({ start, end, span }) => {
      const source = protectedSpans[span];
      return source ? [{ ...source, start, end }] : [];
    }),
  ),
});

/** Whether every protected span of a unit is in its translation. */
export const keepsSpans = (unit: TranslationUnit, { spans }: TranslatedUnit): boolean =>
  new Set(spans.map(({ span }) => span)).size === unit.protectedSpans.length;

/** The translation with only those of its spans that are what they say. */
export const verifySpans = (unit: TranslationUnit, translated: TranslatedUnit): TranslatedUnit => {
  let position = 0;
  const spans = translated.spans.filter(({ start, end, span }) => {
    const source = unit.protectedSpans[span];
    const isSound =
      source !== undefined &&
      start >= position &&
      translated.text.slice(start, end) === unit.text.slice(source.start, source.end);
    if (isSound) position = end;
    return isSound;
  });
  return { text: translated.text, spans };
};
