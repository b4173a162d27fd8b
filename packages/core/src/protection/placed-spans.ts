import type { PlacedSpan, TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { pairSpans } from './span-kinds.js';

/** A part of a translation: a protected span, or what lies between two. */
export interface SpanPart {
  readonly text: string;
  /** The span's index among those of the unit; undefined for what is not protected. */
  readonly span: number | undefined;
}

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

/** A translation of a unit as the unit that a further leg translates. */
export const asUnit = (
  { protectedSpans }: TranslationUnit,
  { text, spans }: TranslatedUnit,
): TranslationUnit => ({
  text,
  protectedSpans: pairSpans(
    spans.flatMap(({ start, end, span }) => {
      const source = protectedSpans[span];
      return source ? [{ start, end, kind: source.kind, name: `${source.pair}` }] : [];
    }),
  ),
});

/** Whether every protected span of a unit is in its translation. */
export const keepsSpans = (unit: TranslationUnit, { spans }: TranslatedUnit): boolean =>
  new Set(spans.map(({ span }) => span)).size === unit.protectedSpans.length;

/** The translation with only those of its spans that are what they say, whoever made it. */
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
