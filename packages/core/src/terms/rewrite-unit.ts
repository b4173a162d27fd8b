import type { SpanKind, TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { partsOf, type SpanPart, unchanged } from '../protection/placed-spans.js';
import { type NamedSpan, pairSpans } from '../protection/span-kinds.js';
import type { TextRange } from '../segmentation/index.js';
import type { UnitTerm } from './unit-terms.js';

/** A piece of text in the place of a term; with a kind where it is a protected span. */
export interface TermPiece {
  readonly text: string;
  readonly kind?: SpanKind;
}

/** A part of a translation: a span of the original unit, a span written for a term, or other text. */
export interface TermPart extends SpanPart {
  /** The index of the term that the span was written for. */
  readonly term?: number;
}

/** A unit in which something else stands in the place of each term. */
export interface RewrittenUnit {
  readonly unit: TranslationUnit;
  /** Cuts a translation of the unit at its spans. */
  read(translated: TranslatedUnit): readonly TermPart[];
}

/**
 * Writes other pieces in the place of a unit's terms. Tags within a term move to its edges, in their
 * order; the term stays inside them where it can.
 *
 * @param write the pieces for a term, from its words and its index
 */
export const rewriteUnit = (
  unit: TranslationUnit,
  terms: readonly UnitTerm[],
  write: (words: string, index: number) => readonly TermPiece[],
): RewrittenUnit => {
  const spans: NamedSpan[] = [];
  const roles: Pick<TermPart, 'span' | 'term'>[] = [];
  let text = '';
  const add = (piece: TermPiece, name: string, role: (typeof roles)[number]): void => {
    const start = text.length;
    text += piece.text;
    if (!piece.kind) return;
    spans.push({ start, end: text.length, kind: piece.kind, name });
    roles.push(role);
  };
  const addOwn = (parts: readonly SpanPart[]): void => {
    for (const { text: part, span } of parts) {
      const source = span === undefined ? undefined : unit.protectedSpans[span];
      add({ text: part, ...(source && { kind: source.kind }) }, `${source?.pair}`, { span });
    }
  };
  const all = partsOf(unchanged(unit));
  let position = 0;
  for (const [index, { start, end }] of terms.entries()) {
    addOwn(clip(all, { start: position, end: start }));
    const inner = clip(all, { start, end });
    const slot = slotOf(inner, unit);
    addOwn(inner.slice(0, slot).filter(({ span }) => span !== undefined));
    const words = inner.map((part) => (part.span === undefined ? part.text : '')).join('');
    for (const piece of write(words, index)) {
      add(piece, `term ${index}`, { span: undefined, term: index });
    }
    addOwn(inner.slice(slot).filter(({ span }) => span !== undefined));
    position = end;
  }
  addOwn(clip(all, { start: position, end: unit.text.length }));
  return {
    unit: { text, protectedSpans: pairSpans(spans) },
    read: (translated) =>
      partsOf(translated).map(({ text: part, span }) => ({
        text: part,
        span: undefined,
        ...(span !== undefined && roles[span]),
      })),
  };
};

/** The parts that lie in a range, cut at its edges. */
const clip = (parts: readonly SpanPart[], range: TextRange): readonly SpanPart[] => {
  const clipped: SpanPart[] = [];
  let position = 0;
  for (const { text, span } of parts) {
    const start = Math.max(range.start - position, 0);
    const end = Math.min(range.end - position, text.length);
    if (start < end) clipped.push({ text: text.slice(start, end), span });
    position += text.length;
  }
  return clipped;
};

/** Where in a term's parts its words go: inside as many of its tags as possible. */
const slotOf = (parts: readonly SpanPart[], { protectedSpans }: TranslationUnit): number => {
  let depth = 0;
  let best = { at: 0, depth: Number.NEGATIVE_INFINITY, length: 0 };
  for (const [at, { text, span }] of parts.entries()) {
    const kind = span === undefined ? undefined : protectedSpans[span]?.kind;
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (span !== undefined) continue;
    if (depth > best.depth || (depth === best.depth && text.length > best.length))
      best = { at, depth, length: text.length };
  }
  return best.at;
};
