import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { joinParts, partsOf, type SpanPart, unchanged } from '../protection/placed-spans.js';
import { betweenCodes, comparedForm } from './coded-text.js';
import type { MemoryMatch } from './translation-memory.js';

/** A unit, or what is between the tags at its ends, as it is looked up in a memory. */
export interface UnitForm {
  readonly form: string;
  /** @returns undefined where the codes of the match are not those of the unit */
  adapt(match: MemoryMatch): TranslatedUnit | undefined;
}

/** What a unit can be looked up as: with the tags at its ends first, and then without them. */
export const formsOf = (unit: TranslationUnit): readonly UnitForm[] => {
  const parts = partsOf(unchanged(unit));
  const { before, inner, after } = withoutOuterTags(parts, unit);
  const whole = toForm([], parts, []);
  if (inner.length === parts.length) return whole;
  return [...whole, ...toForm(before, inner, after)];
};

const toForm = (
  before: readonly SpanPart[],
  inner: readonly SpanPart[],
  after: readonly SpanPart[],
): readonly UnitForm[] => {
  const codes = inner.filter(({ span }) => span !== undefined);
  const { text, spans } = joinParts(inner);
  const form = comparedForm(betweenCodes({ text, codes: spans }));
  if (form === undefined || form === '') return [];
  const adapt = ({ target, order }: MemoryMatch): TranslatedUnit | undefined => {
    if (order.length !== codes.length) return undefined;
    const pieces = betweenCodes(target).map((piece, index, all) => {
      const begun = index === 0 ? piece.trimStart() : piece;
      return index === all.length - 1 ? begun.trimEnd() : begun;
    });
    const translated = pieces.flatMap((piece, index): readonly SpanPart[] => {
      const code = codes[order[index] ?? -1];
      return [{ text: piece, span: undefined }, ...(code ? [code] : [])];
    });
    return joinParts([...before, ...translated, ...after]);
  };
  return [{ form, adapt }];
};

/** Takes tags away from the ends, with their white space, as long as no pair loses one of its two. */
const withoutOuterTags = (parts: readonly SpanPart[], unit: TranslationUnit) => {
  const isTag = ({ text, span }: SpanPart): boolean =>
    span === undefined ? text.trim() === '' : unit.protectedSpans[span]?.kind !== 'placeholder';
  let start = 0;
  while (start < parts.length && isTag(parts[start] as SpanPart)) start++;
  let end = parts.length;
  while (end > start && isTag(parts[end - 1] as SpanPart)) end--;
  const inner = parts.slice(start, end);
  return hasWholePairs(inner, unit)
    ? { before: parts.slice(0, start), inner, after: parts.slice(end) }
    : { before: [], inner: parts, after: [] };
};

const hasWholePairs = (parts: readonly SpanPart[], unit: TranslationUnit): boolean => {
  const open = new Set<number>();
  for (const { span } of parts) {
    const pair = span === undefined ? undefined : unit.protectedSpans[span]?.pair;
    if (pair === undefined) continue;
    if (open.has(pair)) open.delete(pair);
    else open.add(pair);
  }
  return open.size === 0;
};
