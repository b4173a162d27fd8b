import type { LanguageTag } from '@dragoman/contract';
import type { SpanKind, TranslatedUnit, TranslationUnit } from '../engine.js';
import { findMarkdownSpans } from '../protection/markdown.js';
import { joinParts, partsOf, type SpanPart } from '../protection/placed-spans.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import { mergeSpans, type TextRange } from '../ranges.js';
import { KEPT_CHARACTER, SENTENCE_END_CHARACTER } from '../sentinels.js';
import type { StyleContext, StyleSettings } from './family.js';
import { STYLE_FAMILIES } from './plan-style.js';

/**
 * Edits the sentences of a text, but nothing in tags, placeholders, addresses and code: they are signs
 * of the private use area in what is edited. A sentence of which an edit loses one stays as it is.
 *
 * @param units what was translated
 * @param translated its translations, in the same order
 */
export const editSentences = (
  units: readonly TranslationUnit[],
  translated: readonly TranslatedUnit[],
  edit: (text: string) => string,
): readonly TranslatedUnit[] => {
  const masked = translated.map((text, index) => maskText(text, units[index]));
  const edited = edit(masked.map(({ text }) => text).join(SENTENCE_END_CHARACTER)).split(
    SENTENCE_END_CHARACTER,
  );
  return translated.map((text, index) => {
    const { kept = [] } = masked[index] ?? {};
    return restore(edited[index] ?? '', kept) ?? text;
  });
};

/**
 * Applies a style to the sentences of a text: its settings change what they are about.
 *
 * @param units what was translated
 * @param translated its translations, in the same order
 */
export const applyStyle = (
  units: readonly TranslationUnit[],
  translated: readonly TranslatedUnit[],
  settings: StyleSettings,
  languages: { readonly source: LanguageTag; readonly target: LanguageTag },
): readonly TranslatedUnit[] => {
  if (Object.keys(settings).length === 0) return translated;
  const context: StyleContext = {
    source: units.map(({ text }) => text).join('\n'),
    sourceLanguage: languages.source,
    language: languages.target,
  };
  return editSentences(units, translated, (text) =>
    STYLE_FAMILIES.reduce((edited, { edit }) => edit(edited, settings, context), text),
  );
};

/** A text with signs in the place of all that must stay. */
interface MaskedText {
  readonly text: string;
  /** What the signs stand for, in order. */
  readonly kept: readonly SpanPart[];
}

const maskText = (translated: TranslatedUnit, unit: TranslationUnit | undefined): MaskedText => {
  const kept: SpanPart[] = [];
  const keep = (part: SpanPart): string => {
    kept.push(part);
    return KEPT_CHARACTER;
  };
  const findSpans = spanFinder(unit);
  const text = partsOf(translated).map((part) => {
    if (part.span !== undefined) return keep(part);
    let masked = '';
    let position = 0;
    for (const { start, end } of findKept(part.text, findSpans(part.text))) {
      masked += part.text.slice(position, start);
      masked += keep({ ...part, text: part.text.slice(start, end) });
      position = end;
    }
    return masked + part.text.slice(position);
  });
  return { text: text.join(''), kept };
};

const TAGS: ReadonlySet<SpanKind> = new Set(['open', 'close', 'point']);
const SIGNS = new RegExp(`[${KEPT_CHARACTER}${SENTENCE_END_CHARACTER}]`, 'g');

/** What must stay of a text: what is protected anywhere, and the spans of its source. */
const findKept = (text: string, own: readonly TextRange[]): readonly TextRange[] => {
  const signs = Array.from(text.matchAll(SIGNS), ({ index: start }) => ({ start, end: start + 1 }));
  const kept = own.length > 0 ? mergeSpans(signs, own) : signs;
  return mergeSpans(kept, mergeSpans(findMarkdownSpans(text), findProtectedSpans(text)));
};

/**
 * Finds the protected words of a unit in other texts, the longest where several begin; tags are no
 * part of those. Takes time in proportion to a text, however many spans there are.
 */
const spanFinder = (
  unit: TranslationUnit | undefined,
): ((text: string) => readonly TextRange[]) => {
  const words = new Set<string>();
  for (const { start, end, kind } of unit?.protectedSpans ?? []) {
    if (!TAGS.has(kind)) words.add(unit?.text.slice(start, end) ?? '');
  }
  const firsts = new Set(Array.from(words, (word) => word[0]));
  const lengths = [...new Set(Array.from(words, ({ length }) => length))].sort((a, b) => b - a);
  return (text) => {
    const found: TextRange[] = [];
    if (words.size === 0) return found;
    for (let start = 0; start < text.length; start++) {
      if (!firsts.has(text[start])) continue;
      const length = lengths.find((some) => words.has(text.slice(start, start + some)));
      if (length === undefined) continue;
      found.push({ start, end: start + length });
      start += length - 1;
    }
    return found;
  };
};

/** The text without its signs; undefined where an edit has lost or added one. */
const restore = (text: string, kept: readonly SpanPart[]): TranslatedUnit | undefined => {
  const between = text.split(KEPT_CHARACTER);
  if (between.length !== kept.length + 1) return undefined;
  return joinParts(
    between.flatMap((own, index): SpanPart[] => {
      const part = kept[index];
      return [{ text: own, span: undefined }, ...(part ? [part] : [])];
    }),
  );
};
