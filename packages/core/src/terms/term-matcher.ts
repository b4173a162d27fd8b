import type { LanguagePair, LanguageTag } from '@dragoman/contract';
import { isSpacedEnd, isUnspacedEnd } from '../characters.js';
import { mergeSpans, type TextRange } from '../ranges.js';
import { buildTermIndex, type Dictionary } from './build-index.js';
import { matchWords, type Term, type TermIndex, type TermMatch } from './term-index.js';
import { inLetterCase, letterCaseOf, wordsOf } from './words.js';

/** The terms of glossaries, ready to be found; threads hand them over without copying them. */
export interface TermIndexes {
  readonly all: TermIndex;
  /** The terms inside which a sentence could seem to end, such as `Yahoo! Mail`. */
  readonly unsplit: TermIndex | undefined;
}

/** Finds the terms of glossaries; built once for one pair of languages, and safe to share. */
export interface TermMatcher {
  readonly pair: LanguagePair;
  /** What it finds terms in; the first ones go before others. */
  readonly indexes: readonly TermIndexes[];
  /**
   * The terms in a text, in order and not overlapping: at each place the longest, the places from
   * left to right. Words match whole, except in scripts that put no spaces between them.
   */
  find(text: string): readonly TermMatch[];
  /** A target term as the text that was matched writes it. */
  write(match: Pick<TermMatch, 'term' | 'letterCase'>): string;
}

/**
 * Builds a matcher for the terms of several dictionaries. Finding takes time in proportion to the
 * length of the text, whatever the terms.
 *
 * A term matches as it is written. Failing that, letters may be small or capital as long as the
 * words are the same: but a word in capitals, such as `IT`, is only found in capitals.
 *
 * @param dictionaries in order of preference: where two have the same term, the first one counts
 * @param pair the languages of the terms, whose rules for capitals apply
 */
export const createTermMatcher = (
  dictionaries: readonly Dictionary[],
  pair: LanguagePair,
): TermMatcher => termMatcherOf([buildTermIndexes(dictionaries, pair.source)], pair);

/** Builds what a matcher is made of; 100,000 terms take some 300 ms. */
export const buildTermIndexes = (
  dictionaries: readonly Dictionary[],
  language: LanguageTag,
): TermIndexes => {
  const unsplit: Term[] = [];
  const noted = dictionaries.map((dictionary) => noteUnsplit(dictionary, unsplit));
  return {
    all: buildTermIndex(noted, language),
    unsplit: unsplit.length > 0 ? buildTermIndex([unsplit], language) : undefined,
  };
};

export const termMatcherOf = (
  indexes: readonly TermIndexes[],
  pair: LanguagePair,
): TermMatcher => ({
  pair,
  indexes,
  find: (text) => findTerms(text, indexes),
  write: ({ term, letterCase }) => inLetterCase(term.target, letterCase, pair.target),
});

/** The terms in a text, in order and not overlapping; where those of two indexes do, the first one counts. */
const findTerms = (text: string, indexes: readonly TermIndexes[]): readonly TermMatch[] =>
  indexes
    .map(({ all }) => findIn(text, all))
    .reduce((found, others) => (found.length === 0 ? others : mergeMatches(found, others)), []);

/** The first matches, and the others that do not overlap them; in order. */
const mergeMatches = (
  first: readonly TermMatch[],
  others: readonly TermMatch[],
): readonly TermMatch[] => {
  let next = 0;
  const free = others.filter(({ start, end }) => {
    while (next < first.length && (first[next]?.end ?? 0) <= start) next++;
    return (first[next]?.start ?? end) >= end;
  });
  return [...first, ...free].toSorted((one, other) => one.start - other.start);
};

const findIn = (text: string, index: TermIndex): readonly TermMatch[] => {
  const words = wordsOf(text, index.language);
  return matchWords(index, words).map(({ first, end: after, term, isSame }) => {
    const start = words[first]?.start ?? 0;
    const end = words[after - 1]?.end ?? start;
    const letterCase = isSame ? 'same' : letterCaseOf(text.slice(start, end), term.source);
    return { start, end, term, letterCase };
  });
};

/** The same terms; those inside which a sentence could seem to end are noted as they come by. */
function* noteUnsplit(dictionary: Dictionary, unsplit: Term[]): Generator<Term> {
  for (const term of dictionary) {
    if (hasSentenceEnd(term.source)) unsplit.push(term);
    yield term;
  }
}

/** Whether a sentence could seem to end before the end of a term. */
const hasSentenceEnd = (source: string): boolean => {
  for (let at = 0; at < source.length - 1; at++) {
    const code = source.charCodeAt(at);
    const isLetter = code >= 0x40 && code < 0x250;
    if (!isLetter && (isSpacedEnd(code) || isUnspacedEnd(code))) return true;
  }
  return false;
};

/** A word that is kept for its look only: A380, MacBook. */
const WORD = /^[A-Za-z][A-Za-z\d]*$/;

/**
 * The protected ranges without the words of terms: what merely looks like a name is translated where
 * a glossary says how. One that the glossary keeps as it is stays protected.
 *
 * @param ranges in order, not overlapping
 */
export const withoutTermWords = (
  text: string,
  ranges: readonly TextRange[],
  terms: readonly TermIndexes[],
): readonly TextRange[] => {
  const isWord = ({ start, end }: TextRange) => WORD.test(text.slice(start, end));
  if (terms.length === 0 || !ranges.some(isWord)) return ranges;
  const changed = findTerms(text, terms).filter(({ term }) => term.source !== term.target);
  let next = 0;
  return ranges.filter((range) => {
    while ((changed[next]?.end ?? range.end) < range.end) next++;
    return !isWord(range) || (changed[next]?.start ?? range.end) > range.start;
  });
};

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Where in a text no sentence ends: inside some terms, such as `Yahoo! Mail`. A line ends in a term
 * all the same.
 *
 * @returns ranges in order, not overlapping
 */
export const findUnsplit = (text: string, terms: readonly TermIndexes[]): readonly TextRange[] =>
  terms
    .flatMap(({ unsplit }) => unsplit ?? [])
    .map((index): readonly TextRange[] =>
      findIn(text, index).filter(({ start, end }) => !LINE_BREAK.test(text.slice(start, end))),
    )
    .reduce(mergeSpans, []);
