import { baseOf, type LanguageTag } from '@dragoman/contract';
import { enclosuresOf } from '../../checks/enclosing.js';
import { alteredNames } from '../../checks/names.js';
import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { pairSpans } from '../../protection/span-kinds.js';
import type { TextRange } from '../../segmentation/index.js';

/** Engines keep tags by means whose cost grows with their square. */
const MAX_ENCLOSURES = 20;

/** English contractions of `not`; a small model overlooks one more easily than the word. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(ca)n['’]t\b/giu, '$1nnot'],
  [/\b(w)on['’]t\b/giu, '$1ill not'],
  [/\b(sha)n['’]t\b/giu, '$1ll not'],
  [/(?<=\p{L})n['’]t\b/giu, ' not'],
];

/** The same text with `not` written out; undefined where nothing is contracted. */
export const withoutContractions = (
  { text, protectedSpans }: TranslationUnit,
  language: LanguageTag,
): TranslationUnit | undefined => {
  // Spans would move.
  if (baseOf(language) !== 'en' || protectedSpans.length > 0) return undefined;
  const written = CONTRACTIONS.reduce(
    (changed, [contraction, long]) => changed.replaceAll(contraction, long),
    text,
  );
  return written === text ? undefined : { text: written, protectedSpans };
};

/**
 * The unit with the names protected that a translation of it spelled wrongly, and a way back to
 * spans of the unit itself; undefined where there are none, or where spans are in the way.
 */
export const withNamesProtected = (
  unit: TranslationUnit,
  { text: translated }: TranslatedUnit,
  language: LanguageTag,
): TranslationUnit | undefined => {
  if (unit.protectedSpans.length > 0) return undefined;
  const names = alteredNames(unit.text, translated, language);
  return names.length === 0
    ? undefined
    : {
        text: unit.text,
        protectedSpans: names.map((range) => ({ ...range, kind: 'placeholder' })),
      };
};

/**
 * The unit with its brackets and quotation marks protected like tags, and for each span of that the
 * index among the unit's own; undefined where there are none.
 */
export const withEnclosuresProtected = ({
  text,
  protectedSpans,
}: TranslationUnit):
  | { readonly unit: TranslationUnit; readonly own: readonly (number | undefined)[] }
  | undefined => {
  const isOutside = ({ start, end }: TextRange): boolean =>
    protectedSpans.every((span) => end <= span.start || span.end <= start);
  const enclosures = enclosuresOf(text).filter((pair) => pair.every(isOutside));
  if (enclosures.length === 0 || enclosures.length > MAX_ENCLOSURES) return undefined;
  const rows = [
    ...protectedSpans.map((span, own) => ({ ...span, name: `${span.pair}`, own })),
    ...enclosures.flatMap(([open, close], index) => [
      { ...open, kind: 'open' as const, name: `sign ${index}`, own: undefined },
      { ...close, kind: 'close' as const, name: `sign ${index}`, own: undefined },
    ]),
  ].sort((one, two) => one.start - two.start);
  return { unit: { text, protectedSpans: pairSpans(rows) }, own: rows.map(({ own }) => own) };
};

/** A clause shorter than this says too little by itself. */
const LEAST_CLAUSE_WORDS = 3;
const CLAUSE_BOUNDARY = /(?<=[,;:،，；])\s+|(?<=[，；])|\s+(?=[–—]\s)/u;

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
    if (last && (wordCount(part) < LEAST_CLAUSE_WORDS || wordCount(last.text) < LEAST_CLAUSE_WORDS))
      last.text += gap + part;
    else clauses.push({ text: part, gap });
    position = start + part.length;
  }
  return clauses.length > 1 ? clauses : undefined;
};

const wordCount = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
