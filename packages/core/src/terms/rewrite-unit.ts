import type { SpanKind, TranslatedUnit, TranslationUnit } from '../engine.js';
import {
  isTagKind,
  pairSpans,
  partsOf,
  type SpanPart,
  type UnpairedSpan,
  unchanged,
} from '../protection/placed-spans.js';
import type { TextRange } from '../ranges.js';
import type { TermMatch } from './term-index.js';
import type { TermMatcher } from './term-matcher.js';
import { type LetterCase, startsWithCapital, withCapital } from './words.js';

/** What stands in the place of a term, or a part of that; with a kind where it is a protected span. */
interface WrittenPart {
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
  /** Cuts its translation at its spans and the translations of the terms; a term that is lost has no part. */
  read(translated: TranslatedUnit): readonly TermPart[];
}

/** A term found in a unit; its range covers the tags between its words. */
export interface UnitTerm extends TermMatch {
  /** Whether the unit's first word is the term's. */
  readonly isFirst: boolean;
}

const WORD = /[\p{L}\p{N}]/u;

/** Whether a text has a letter or a digit. */
const hasWord = (text: string): boolean => WORD.test(text);

/**
 * The terms in a unit, in order and not overlapping. Tags may stand between and within the words of
 * a term; other protected spans, such as placeholders and addresses, are no part of one.
 */
export const findUnitTerms = (
  unit: TranslationUnit,
  matcher: Pick<TermMatcher, 'find'>,
): readonly UnitTerm[] => {
  const found: UnitTerm[] = [];
  let hasWordsBefore = false;
  for (const untagged of untaggedTextsOf(unit)) {
    if (!untagged) {
      hasWordsBefore = true;
      continue;
    }
    for (const match of matcher.find(untagged.text)) {
      hasWordsBefore ||= hasWord(untagged.text.slice(0, match.start));
      found.push({
        ...match,
        start: untagged.offsetOf(match.start),
        end: untagged.offsetOf(match.end - 1) + 1,
        isFirst: !hasWordsBefore,
      });
      hasWordsBefore = true;
    }
    hasWordsBefore ||= hasWord(untagged.text);
  }
  return found;
};

/** Text without its tags, and where its characters are in the unit. */
interface UntaggedText {
  readonly text: string;
  offsetOf(index: number): number;
}

/** The unit's text between the spans that are no tags; undefined for each of those. */
const untaggedTextsOf = (unit: TranslationUnit): readonly (UntaggedText | undefined)[] => {
  const texts: (UntaggedText | undefined)[] = [];
  let text = '';
  let starts: { readonly at: number; readonly offset: number }[] = [];
  const finish = (): void => {
    if (text !== '') texts.push(untaggedTextOf(text, starts));
    [text, starts] = ['', []];
  };
  let offset = 0;
  for (const { text: part, span } of partsOf(unchanged(unit))) {
    if (span === undefined) {
      starts.push({ at: text.length, offset });
      text += part;
    } else if (!isTagKind(unit.protectedSpans[span]?.kind)) {
      finish();
      texts.push(undefined);
    }
    offset += part.length;
  }
  finish();
  return texts;
};

const untaggedTextOf = (
  text: string,
  starts: readonly { readonly at: number; readonly offset: number }[],
): UntaggedText => ({
  text,
  offsetOf(index) {
    const start = starts.findLast(({ at }) => at <= index);
    return start ? start.offset + index - start.at : index;
  },
});

/**
 * Writes something else in the place of a unit's terms. Tags within a term move to its edges, in their
 * order; the term stays inside them where it can.
 *
 * @param write the parts for a term, from its words and its index
 */
export const rewriteUnit = (
  unit: TranslationUnit,
  terms: readonly UnitTerm[],
  write: (words: string, index: number) => readonly WrittenPart[],
): RewrittenUnit => {
  const spans: UnpairedSpan[] = [];
  const roles: Pick<TermPart, 'span' | 'term'>[] = [];
  let text = '';
  const add = (
    written: string,
    span: Omit<UnpairedSpan, 'start' | 'end'> | undefined,
    role: (typeof roles)[number],
  ): void => {
    const start = text.length;
    text += written;
    if (!span) return;
    spans.push({ ...span, start, end: text.length });
    roles.push(role);
  };
  const addOwn = (parts: readonly SpanPart[]): void => {
    for (const { text: part, span } of parts) {
      add(part, span === undefined ? undefined : unit.protectedSpans[span], { span });
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
    for (const { text: written, kind } of write(words, index)) {
      add(written, kind && { kind, name: `term ${index}` }, { span: undefined, term: index });
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

/**
 * Writes the terms of a translation with the capitals they have in the source. A capital at the start
 * of a sentence is the sentence's: it goes to the first word of the translation, whichever that is.
 */
export const applyLetterCase = (
  unit: TranslationUnit,
  terms: readonly UnitTerm[],
  parts: readonly TermPart[],
  matcher: Pick<TermMatcher, 'write' | 'pair'>,
): readonly TermPart[] => {
  const isSentence = startsWithCapital(textOf(unit));
  const { target } = matcher.pair;
  let isAtStart = true;
  return parts.map((part) => {
    const term = terms[part.term ?? -1];
    const isFirst = isAtStart && hasWord(part.text) && part.span === undefined;
    if (hasWord(part.text) && !isTagOf(unit, part)) isAtStart = false;
    if (term) {
      const letterCase = caseOf(term, isFirst && isSentence);
      return { ...part, text: matcher.write({ term: term.term, letterCase }) };
    }
    // The engine saw no first word to take the capital from.
    const lostCapital = isFirst && isSentence && terms[0]?.isFirst === true;
    return lostCapital ? { ...part, text: withCapital(part.text, target) } : part;
  });
};

const caseOf = ({ term, letterCase, isFirst }: UnitTerm, startsSentence: boolean): LetterCase => {
  if (letterCase === 'capitals') return 'capitals';
  if (!startsSentence) return isFirst ? 'same' : letterCase;
  // What is the same in both languages is a name, such as `npm`.
  const isName = term.source === term.target;
  return letterCase === 'same' && isName ? 'same' : 'capital';
};

const textOf = (unit: TranslationUnit): string =>
  partsOf(unchanged(unit))
    .map((part) => (isTagOf(unit, part) ? '' : part.text))
    .join('');

const isTagOf = (unit: TranslationUnit, { span }: TermPart): boolean =>
  span !== undefined && isTagKind(unit.protectedSpans[span]?.kind);
