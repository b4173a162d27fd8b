import type { LanguageTag } from '@dragoman/contract';
import { ownTextsOf } from '../protection/placed-spans.js';
import { findProtectedSpans } from '../protection/placeholders.js';
import { mergeSpans, type TextRange } from '../ranges.js';
import { segment } from '../segmentation/segment.js';
import { adaptGap, type SplitMode } from '../segmentation/segmentation.js';
import { findUnsplit, type TermIndexes, withoutTermWords } from '../terms/term-matcher.js';
import type { DocumentPiece, MarkupDocument, RenderedText } from './document.js';
import { type CheckedText, choosePrefix, type MarkupUnit, writeUnit } from './markup-unit.js';
import { findRegions, objectsOf, sourceEnd, sourceStart } from './regions.js';
import { createEncoder, renderUnit } from './render.js';
import type { Run, RunSyntax } from './run.js';

/** A run with its sentences as units. */
interface SplitRun {
  readonly run: Run;
  readonly units: readonly MarkupUnit[];
}

/** Where a run stands in the document, again and again if it is the same as others. */
interface RunPlace {
  /** Index among the runs of the split document. */
  readonly index: number;
  /** How much further on it stands than the run of that index. */
  readonly shift: number;
}

/** A document ready for an engine. */
export interface SplitDocument {
  readonly document: MarkupDocument;
  /** Runs with words; of those that are the same, such as cells of a table, the first one. */
  readonly runs: readonly SplitRun[];
  /** Where they stand, in the order of the document. */
  readonly places: readonly RunPlace[];
}

/** Numbers and signs, as in most cells of a table: no engine is asked about them. */
const NUMBERS = /^[\d\s.,:;+/%()-]*$/;

/** How to cut runs into sentences. */
interface SentenceOptions {
  readonly syntax: RunSyntax;
  readonly language: LanguageTag;
  readonly mode: SplitMode;
  /** Longest sentence, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** The customer's: no sentence ends in one, and they go before what merely looks like a name. */
  readonly terms?: readonly TermIndexes[] | undefined;
}

/** A run's sentences and what in it must come back verbatim, as ranges of its text. */
interface Sentences {
  readonly ranges: readonly TextRange[];
  readonly protectedSpans: readonly TextRange[];
}

const HTML_SPACE = /[\t\n\f\r]/g;

/**
 * The sentences of a run. Line breaks in HTML are mere spaces, as in a browser, unless the caller
 * asked to split at them or the text is preformatted; then they end sentences.
 */
const findSentenceRanges = (run: Run, options: SentenceOptions): Sentences => {
  const { syntax, language, maxCharacters, terms = [] } = options;
  const keepsLines = syntax !== 'html' || run.isPreformatted;
  const mode =
    run.isPreformatted && options.mode === 'sentences' ? 'sentences-and-newlines' : options.mode;
  const text =
    keepsLines || mode === 'sentences-and-newlines' ? run.text : run.text.replace(HTML_SPACE, ' ');
  const protectedSpans = withoutTermWords(run.text, findProtectedSpans(run.text), terms);
  const { leading, segments } = segment(text, {
    language,
    mode,
    maxCharacters,
    unbreakable: mergeSpans(protectedSpans, findUnsplit(run.text, terms)),
  });
  const ranges: TextRange[] = [];
  let position = leading.length;
  for (const { text: sentence, gap } of segments) {
    ranges.push({ start: position, end: position + sentence.length });
    position += sentence.length + gap.length;
  }
  return { ranges, protectedSpans };
};

/** Cuts the runs of a document into units. */
export const splitDocument = (
  document: MarkupDocument,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitDocument => {
  const runs: SplitRun[] = [];
  const places: RunPlace[] = [];
  const known = new Map<string, number>();
  for (const run of document.runs) {
    if (NUMBERS.test(run.text)) continue;
    const key = keyOf(document.source, run);
    const same = key === undefined ? undefined : known.get(key);
    const index = same ?? runs.length;
    if (same === undefined) {
      runs.push(splitRun(document, run, options));
      if (key !== undefined) known.set(key, index);
    }
    places.push({ index, shift: run.start - (runs[index] as SplitRun).run.start });
  }
  return { document, runs, places };
};

/** Longer runs are seldom the same. */
const MAX_SHARED_UNITS = 200;

/** The same for runs that differ in nothing but their place; undefined for long ones. */
const keyOf = (
  source: string,
  { text, start, end, stretches, markers, isPreformatted }: Run,
): string | undefined => {
  if (end - start > MAX_SHARED_UNITS) return undefined;
  const isPlain = markers.length === 0 && stretches.length === 1 && stretches[0]?.kind === 'plain';
  if (isPlain && !isPreformatted) return `=${text}`;
  const rangeOf = (part: { kind: string; at: number; start: number; end: number }): string =>
    `${part.kind} ${part.at} ${part.start - start} ${part.end - start}`;
  const parts = [...stretches, ...markers].map(rangeOf);
  return `${isPreformatted} ${parts.join()}=${source.slice(start, end)}`;
};

const splitRun = (
  { source, syntax }: MarkupDocument,
  run: Run,
  options: Omit<SentenceOptions, 'syntax'>,
): SplitRun => {
  const { ranges, protectedSpans } = findSentenceRanges(run, { ...options, syntax });
  const context = { source, run, objects: objectsOf(run), prefix: choosePrefix(run.text) };
  let next = 0;
  const units = findRegions(run, ranges).map((region) => {
    const { start, end } = region.text;
    while ((protectedSpans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
    let last = next;
    while ((protectedSpans[last]?.start ?? Number.POSITIVE_INFINITY) < end) last++;
    return writeUnit(context, region, protectedSpans.slice(next, last));
  });
  return { run, units };
};

/**
 * Puts the translations of all units, in order, into the document. Between them it stays as it is.
 *
 * @param translated one for each unit of each run
 */
export const joinDocument = (
  { document, runs, places }: SplitDocument,
  translated: readonly CheckedText[],
  target: LanguageTag,
): RenderedText => {
  let next = 0;
  const replacements = runs.map((run) => {
    next += run.units.length;
    return replacementOf(document, run, translated.slice(next - run.units.length, next), target);
  });
  const pieces: DocumentPiece[] = [];
  let position = 0;
  for (const { index, shift } of places) {
    const replacement = replacements[index];
    if (!replacement) continue;
    pieces.push({ start: position, end: replacement.start + shift });
    for (const piece of replacement.pieces) {
      pieces.push(typeof piece === 'string' || shift === 0 ? piece : shifted(piece, shift));
    }
    position = replacement.end + shift;
  }
  pieces.push({ start: position, end: document.source.length });
  return document.write(pieces);
};

const shifted = ({ start, end }: TextRange, shift: number): TextRange => ({
  start: start + shift,
  end: end + shift,
});

/** What is written over a range of the document. */
interface Replacement extends TextRange {
  readonly pieces: readonly DocumentPiece[];
}

/** The translation of a run; undefined where it stays as it is. */
const replacementOf = (
  { source, syntax }: MarkupDocument,
  { run, units }: SplitRun,
  translated: readonly CheckedText[],
  target: LanguageTag,
): Replacement | undefined => {
  const [first] = units;
  if (!first) return undefined;
  const own = units.map((unit, index) => translated[index] ?? unit.source);
  const isUntouched = units.every((unit, index) => isUnchanged(unit, own[index]));
  if (isUntouched) return undefined;
  const encode = createEncoder(source, run, syntax);
  const { start } = first.region.source;
  const pieces: DocumentPiece[] = [];
  let position = start;
  for (const [index, unit] of units.entries()) {
    const before = units[index - 1];
    const gap = before ? gapPieces(run, { before, unit }, own[index - 1], target) : [];
    // One by one: a sentence may have more tags than a call may have arguments.
    for (const piece of gap) pieces.push(piece);
    for (const piece of renderUnit(unit, own[index] ?? unit.source, encode)) pieces.push(piece);
    position = unit.region.source.end;
  }
  return { start, end: position, pieces };
};

const isUnchanged = ({ unit }: MarkupUnit, translated: CheckedText | undefined): boolean =>
  translated === undefined || translated.text === unit.text;

/** The markup between two sentences, its space as the target language wants it. */
const gapPieces = (
  run: Run,
  { before, unit }: { readonly before: MarkupUnit; readonly unit: MarkupUnit },
  translatedBefore: CheckedText = before.source,
  target: LanguageTag,
): readonly DocumentPiece[] => {
  const { text, source: ended } = before.region;
  const gap = { start: ended.end, end: unit.region.source.start };
  const space = run.text.slice(text.end, unit.region.text.start);
  if (isUnchanged(before, translatedBefore) || (space !== '' && space !== ' ')) return [gap];
  const [source, translated] = [before.source, translatedBefore].map((one) =>
    ownTextsOf(one).join(''),
  );
  const adapted = adaptGap(space, source ?? '', translated ?? '', target);
  if (adapted === space) return [gap];
  if (adapted !== '') return [adapted, gap];
  // Markup has spaces, too, and keeps them.
  const spaceStart = Math.max(gap.start, sourceStart(run, text.end));
  const spaceEnd = Math.min(gap.end, sourceEnd(run, unit.region.text.start));
  return [
    { start: gap.start, end: spaceStart },
    { start: spaceEnd, end: gap.end },
  ];
};
