import type { LanguageTag } from '@dragoman/contract';
import { ownTextsOf } from '../protection/placed-spans.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import { mergeSpans, type TextRange } from '../ranges.js';
import { segment } from '../segmentation/segment.js';
import { adaptGap, type SplitMode } from '../segmentation/segmentation.js';
import { findUnsplit, type TermIndexes, withoutTermWords } from '../terms/term-matcher.js';
import type { MarkedText, OutputPart, RenderedText } from './marked-text.js';
import { type CheckedText, choosePrefix, type MarkupUnit, writeUnit } from './markup-unit.js';
import type { Paragraph, ParagraphSyntax } from './paragraph.js';
import { findRegions, objectsOf, sourceEnd, sourceStart } from './regions.js';
import { createEncoder, renderUnit } from './render.js';

/** A paragraph with its sentences as units. */
interface SplitParagraph {
  readonly paragraph: Paragraph;
  readonly units: readonly MarkupUnit[];
}

/** Where a paragraph stands in the marked text, again and again if it is the same as others. */
interface ParagraphPlace {
  /** Index among the paragraphs of the split text. */
  readonly index: number;
  /** How much further on it stands than the paragraph of that index. */
  readonly shift: number;
}

/** A marked text ready for an engine. */
export interface SplitMarkedText {
  readonly marked: MarkedText;
  /** Runs with words; of those that are the same, such as cells of a table, the first one. */
  readonly paragraphs: readonly SplitParagraph[];
  /** Where they stand, in the order of the marked text. */
  readonly places: readonly ParagraphPlace[];
}

/** Numbers and signs, as in most cells of a table: no engine is asked about them. */
const NUMBERS = /^[\d\s.,:;+/%()-]*$/;

/** How to cut paragraphs into sentences. */
interface SentenceOptions {
  readonly syntax: ParagraphSyntax;
  readonly language: LanguageTag;
  readonly mode: SplitMode;
  /** Longest sentence, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** The customer's: no sentence ends in one, and they go before what merely looks like a name. */
  readonly terms?: readonly TermIndexes[] | undefined;
}

/** A paragraph's sentences and what in it must come back verbatim, as ranges of its text. */
interface Sentences {
  readonly ranges: readonly TextRange[];
  readonly protectedSpans: readonly TextRange[];
}

const HTML_SPACE = /[\t\n\f\r]/g;

/**
 * The sentences of a paragraph. Line breaks in HTML are mere spaces, as in a browser, unless the caller
 * asked to split at them or the text is preformatted; then they end sentences.
 */
const findSentenceRanges = (paragraph: Paragraph, options: SentenceOptions): Sentences => {
  const { syntax, language, maxCharacters, terms = [] } = options;
  const keepsLines = syntax !== 'html' || paragraph.isPreformatted;
  const mode =
    paragraph.isPreformatted && options.mode === 'sentences'
      ? 'sentences-and-newlines'
      : options.mode;
  const text =
    keepsLines || mode === 'sentences-and-newlines'
      ? paragraph.text
      : paragraph.text.replace(HTML_SPACE, ' ');
  const protectedSpans = withoutTermWords(
    paragraph.text,
    findProtectedSpans(paragraph.text),
    terms,
  );
  const { leading, segments } = segment(text, {
    language,
    mode,
    maxCharacters,
    unbreakable: mergeSpans(protectedSpans, findUnsplit(paragraph.text, terms)),
    hasColumns: keepsLines,
  });
  const ranges: TextRange[] = [];
  let position = leading.length;
  for (const { text: sentence, gap } of segments) {
    ranges.push({ start: position, end: position + sentence.length });
    position += sentence.length + gap.length;
  }
  return { ranges, protectedSpans };
};

/** Cuts the paragraphs of a marked text into units. */
export const splitMarkedText = (
  marked: MarkedText,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitMarkedText => {
  const paragraphs: SplitParagraph[] = [];
  const places: ParagraphPlace[] = [];
  const known = new Map<string, number>();
  for (const paragraph of marked.paragraphs) {
    if (NUMBERS.test(paragraph.text)) continue;
    const key = keyOf(marked.source, paragraph);
    const same = key === undefined ? undefined : known.get(key);
    const index = same ?? paragraphs.length;
    if (same === undefined) {
      paragraphs.push(splitParagraph(marked, paragraph, options));
      if (key !== undefined) known.set(key, index);
    }
    places.push({
      index,
      shift: paragraph.start - (paragraphs[index] as SplitParagraph).paragraph.start,
    });
  }
  return { marked, paragraphs, places };
};

/** Longer paragraphs are seldom the same. */
const MAX_SHARED_UNITS = 200;

/** The same for paragraphs that differ in nothing but their place; undefined for long ones. */
const keyOf = (
  source: string,
  { text, start, end, stretches, markers, isPreformatted }: Paragraph,
): string | undefined => {
  if (end - start > MAX_SHARED_UNITS) return undefined;
  const isPlain = markers.length === 0 && stretches.length === 1 && stretches[0]?.kind === 'plain';
  if (isPlain && !isPreformatted) return `=${text}`;
  const rangeOf = (part: { kind: string; at: number; start: number; end: number }): string =>
    `${part.kind} ${part.at} ${part.start - start} ${part.end - start}`;
  const parts = [...stretches, ...markers].map(rangeOf);
  return `${isPreformatted} ${parts.join()}=${source.slice(start, end)}`;
};

const splitParagraph = (
  { source, syntax }: MarkedText,
  paragraph: Paragraph,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitParagraph => {
  const { ranges, protectedSpans } = findSentenceRanges(paragraph, { ...options, syntax });
  const context = {
    source,
    paragraph,
    objects: objectsOf(paragraph),
    prefix: choosePrefix(paragraph.text),
  };
  let next = 0;
  const units = findRegions(paragraph, ranges).map((region) => {
    const { start, end } = region.text;
    while ((protectedSpans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    let last = next;
    while ((protectedSpans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last++;
    return writeUnit(context, region, protectedSpans.slice(next, last));
  });
  return { paragraph, units };
};

/**
 * Puts the translations of all units, in order, into the marked text. Between them it stays as it is.
 *
 * @param translated one for each unit of each paragraph
 */
export const joinMarkedText = (
  { marked, paragraphs, places }: SplitMarkedText,
  translated: readonly CheckedText[],
  target: LanguageTag,
): RenderedText => {
  let next = 0;
  const replacements = paragraphs.map((paragraph) => {
    next += paragraph.units.length;
    return replacementOf(
      marked,
      paragraph,
      translated.slice(next - paragraph.units.length, next),
      target,
    );
  });
  const parts: OutputPart[] = [];
  let position = 0;
  for (const { index, shift } of places) {
    const replacement = replacements[index];
    if (!replacement) continue;
    parts.push({ start: position, end: replacement.start + shift });
    for (const item of replacement.parts) {
      parts.push(typeof item === 'string' || shift === 0 ? item : shifted(item, shift));
    }
    position = replacement.end + shift;
  }
  parts.push({ start: position, end: marked.source.length });
  return marked.write(parts);
};

const shifted = ({ start, end }: TextRange, shift: number): TextRange => ({
  start: start + shift,
  end: end + shift,
});

/** What is written over a range of the marked text. */
interface Replacement extends TextRange {
  readonly parts: readonly OutputPart[];
}

/** The translation of a paragraph; undefined where it stays as it is. */
const replacementOf = (
  { source, syntax }: MarkedText,
  { paragraph, units }: SplitParagraph,
  translated: readonly CheckedText[],
  target: LanguageTag,
): Replacement | undefined => {
  const [first] = units;
  if (!first) return undefined;
  const own = units.map((unit, index) => translated[index] ?? unit.source);
  const isUntouched = units.every((unit, index) => isUnchanged(unit, own[index]));
  if (isUntouched) return undefined;
  const encode = createEncoder(source, paragraph, syntax);
  const { start } = first.region.source;
  const parts: OutputPart[] = [];
  let position = start;
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    const gap = before ? gapPieces(paragraph, { before, unit }, own[index - 1], target) : [];
    // One by one: a sentence may have more tags than a call may have arguments.
    for (const item of gap) parts.push(item);
    for (const item of renderUnit(unit, own[index] ?? unit.source, encode)) parts.push(item);
    position = unit.region.source.end;
  }
  return { start, end: position, parts };
};

const isUnchanged = ({ unit }: MarkupUnit, translated: CheckedText | undefined): boolean =>
  translated === undefined || translated.text === unit.text;

/** The markup between two sentences, its space as the target language wants it. */
const gapPieces = (
  paragraph: Paragraph,
  { before, unit }: { readonly before: MarkupUnit; readonly unit: MarkupUnit },
  translatedBefore: CheckedText = before.source,
  target: LanguageTag,
): readonly OutputPart[] => {
  const { text, source: ended } = before.region;
  const gap = { start: ended.end, end: unit.region.source.start };
  const space = paragraph.text.slice(text.end, unit.region.text.start);
  if (isUnchanged(before, translatedBefore) || (space !== '' && space !== ' ')) return [gap];
  const [source, translated] = [before.source, translatedBefore].map((one) =>
    ownTextsOf(one).join(''),
  );
  const adapted = adaptGap(space, source ?? '', translated ?? '', target);
  if (adapted === space) return [gap];
  if (adapted !== '') return [adapted, gap];
  // Markup has spaces, too, and keeps them.
  const spaceStart = Math.max(gap.start, sourceStart(paragraph, text.end));
  const spaceEnd = Math.min(gap.end, sourceEnd(paragraph, unit.region.text.start));
  return [
    { start: gap.start, end: spaceStart },
    { start: spaceEnd, end: gap.end },
  ];
};
