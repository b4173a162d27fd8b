import { baseOf, type LanguageTag } from '@dragoman/contract';
import { numberTokens } from '../checks/compare-numbers.js';
import { alteredNames } from '../checks/names.js';
import { enclosuresOf } from '../checks/quotations.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import {
  asUnit,
  mapOwnText,
  pairSpans,
  type UnpairedSpan,
  unchanged,
} from '../protection/placed-spans.js';
import type { TextRange } from '../ranges.js';
import { in24Hours, rewriteTimes } from '../times-of-day.js';

/** Engines keep tags by means whose cost grows with their square. */
const MAX_ENCLOSURES = 20;

/** English contractions of `not`; a small model overlooks one more easily than the word. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(ca)n['’]t\b/giu, '$1nnot'],
  [/\b(w)on['’]t\b/giu, '$1ill not'],
  [/\b(sha)n['’]t\b/giu, '$1ll not'],
  [/(?<=\p{L})n['’]t\b/giu, ' not'],
];

/** English negations in an order or in words that small models overlook, and plainer ones. */
const NEGATIONS: readonly (readonly [RegExp, string])[] = [
  [
    /^nowhere else (is|are|was|were|do|does|did|can|could|will|would) (it|he|she|they|we|you|I|there) (.+?)([.!?]?)$/giu,
    '$2 $1 not $3 anywhere else$4',
  ],
  [/\b(?:hardly|scarcely) ever\b/giu, 'almost never'],
  [/\bneither of (?=(?:them|us|you|the|these|those|my|his|her|our|their)\b)/giu, 'none of '],
];

/**
 * The same text with `not` written out, and negations in plain words; undefined where there is
 * nothing of the kind.
 */
export const withoutContractions = (
  { text, protectedSpans }: TranslationUnit,
  language: LanguageTag,
): TranslationUnit | undefined => {
  // Spans would move.
  if (baseOf(language) !== 'en' || protectedSpans.length > 0) return undefined;
  const written = [...CONTRACTIONS, ...NEGATIONS].reduce(
    (changed, [contraction, long]) => changed.replaceAll(contraction, long),
    text,
  );
  if (written === text) return undefined;
  const isCapital = text.charAt(0) !== text.charAt(0).toLowerCase();
  const start = isCapital ? written.charAt(0).toUpperCase() : written.charAt(0);
  return { text: start + written.slice(1), protectedSpans };
};

/** The same unit with English times of day in 24 hours, `15:00` for `3 pm`; undefined where there are none. */
export const withTimesIn24Hours = (
  unit: TranslationUnit,
  language: LanguageTag,
): TranslationUnit | undefined => {
  if (baseOf(language) !== 'en') return undefined;
  const written = mapOwnText(unchanged(unit), (text) => rewriteTimes(text, in24Hours));
  return written.text === unit.text ? undefined : asUnit(unit, written);
};

/** A unit with more spans than its own, and for each span of it the index among its own. */
export interface ProtectedUnit {
  readonly unit: TranslationUnit;
  readonly own: readonly (number | undefined)[];
}

/**
 * The unit with further spans protected; undefined where there are none, or more than an engine keeps.
 */
const withProtected = (
  { text, protectedSpans }: TranslationUnit,
  further: readonly UnpairedSpan[],
  most: number,
): ProtectedUnit | undefined => {
  if (further.length === 0 || further.length > most) return undefined;
  const rows = [
    ...protectedSpans.map((span, own) => ({ ...span, own })),
    ...further.map((span) => ({ ...span, own: undefined })),
  ].sort((one, two) => one.start - two.start);
  return { unit: { text, protectedSpans: pairSpans(rows) }, own: rows.map(({ own }) => own) };
};

const isOutside =
  (protectedSpans: readonly TextRange[]) =>
  ({ start, end }: TextRange): boolean =>
    protectedSpans.every((span) => end <= span.start || span.end <= start);

/**
 * The unit with the names protected that a translation of it spelled wrongly; undefined where there
 * are none, or where spans are in the way.
 */
export const withNamesProtected = (
  unit: TranslationUnit,
  { text: translated }: TranslatedUnit,
  language: LanguageTag,
): ProtectedUnit | undefined => {
  if (unit.protectedSpans.length > 0) return undefined;
  const names = alteredNames(unit.text, translated, language);
  return withProtected(unit, names.map(asPlaceholder), Number.POSITIVE_INFINITY);
};

const asPlaceholder = (range: TextRange): UnpairedSpan => ({ ...range, kind: 'placeholder' });

/** Engines place every span by itself. */
const MAX_NUMBERS = 40;

/**
 * The unit with numbers protected like placeholders; undefined where there are none, or too many.
 *
 * @param wanted what is to be protected; a number that it touches is protected as a whole
 */
export const withNumbersProtected = (
  unit: TranslationUnit,
  wanted: readonly TextRange[],
): ProtectedUnit | undefined => {
  const numbers = numberTokens(unit.text)
    .filter(isOutside(unit.protectedSpans))
    .filter(({ start, end }) => wanted.some((range) => range.start < end && start < range.end));
  return withProtected(unit, numbers.map(asPlaceholder), MAX_NUMBERS);
};

/**
 * The unit with its brackets and quotation marks protected like tags; undefined where there are none,
 * or too many.
 */
export const withEnclosuresProtected = (unit: TranslationUnit): ProtectedUnit | undefined => {
  const enclosures = enclosuresOf(unit.text).filter((pair) =>
    pair.every(isOutside(unit.protectedSpans)),
  );
  const spans = enclosures.flatMap(([open, close], index): readonly UnpairedSpan[] => [
    { ...open, kind: 'open', name: `sign ${index}` },
    { ...close, kind: 'close', name: `sign ${index}` },
  ]);
  return withProtected(unit, spans, 2 * MAX_ENCLOSURES);
};

/** A clause shorter than this says too little by itself. */
const MIN_CLAUSE_WORDS = 3;
const CLAUSE_BOUNDARY = /(?<=[,;:،，；])\s+|(?<=[，；])|(?<!\s)\s+(?=[–—]\s)/u;

/**
 * The clauses of a long sentence, each with what comes before it; undefined where there is one only.
 * A model that gets lost in the sentence may still translate its clauses.
 */
export const clausesOf = ({
  text,
  protectedSpans,
}: TranslationUnit): readonly { readonly text: string; readonly gap: string }[] | undefined => {
  if (protectedSpans.length > 0) return undefined;
  const clauses: { text: string; gap: string }[] = [];
  let position = 0;
  for (const part of text.split(CLAUSE_BOUNDARY)) {
    const start = text.indexOf(part, position);
    const gap = text.slice(position, start);
    const last = clauses.at(-1);
    if (last && (wordCount(part) < MIN_CLAUSE_WORDS || wordCount(last.text) < MIN_CLAUSE_WORDS))
      last.text += gap + part;
    else clauses.push({ text: part, gap });
    position = start + part.length;
  }
  return clauses.length > 1 ? clauses : undefined;
};

/** A model that gets lost in a sentence of more words may translate pieces of this many. */
const PIECE_WORDS = 25;

/** A long text without clauses in pieces, each with what comes before it; undefined for a short one. */
export const piecesOf = ({
  text,
  protectedSpans,
}: TranslationUnit): readonly { readonly text: string; readonly gap: string }[] | undefined => {
  const words = protectedSpans.length > 0 ? [] : [...text.matchAll(/\S+/gu)];
  if (words.length <= 2 * PIECE_WORDS) return undefined;
  const starts = words.filter((_, index) => index % PIECE_WORDS === 0).map(({ index }) => index);
  let end = 0;
  return starts.map((start, index) => {
    const whole = text.slice(start, starts[index + 1]);
    const piece = whole.trimEnd();
    const gap = text.slice(end, start);
    end = start + piece.length;
    return { text: piece, gap };
  });
};

const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
