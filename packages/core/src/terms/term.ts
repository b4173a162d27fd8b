import type { LanguageTag } from '@dragoman/contract';

/** An entry of a glossary: what stands in the source, and what is to stand in the translation. */
export interface Term {
  /** Words as they are written in the source language; never blank. */
  readonly source: string;
  readonly target: string;
}

/**
 * How a text writes a term: as the glossary does (`same`), with a capital at the start (`capital`),
 * or in capitals throughout (`capitals`).
 */
export type LetterCase = 'same' | 'capital' | 'capitals';

/** The languages of terms. */
export interface TermPair {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** A term found in a text: a half-open range of UTF-16 code units. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
  readonly letterCase: LetterCase;
}

/** Finds the terms of glossaries; built once for one pair of languages, and safe to share. */
export interface TermMatcher {
  readonly pair: TermPair;
  /** The source terms inside which a sentence could seem to end, such as `Yahoo! Mail`. */
  readonly unsplitTerms: readonly string[];
  /**
   * The terms in a text, in order and not overlapping: at each place the longest, the places from
   * left to right. Words match whole, except in scripts that put no spaces between them.
   */
  find(text: string): readonly TermMatch[];
  /** A target term as the text that was matched writes it. */
  write(match: Pick<TermMatch, 'term' | 'letterCase'>): string;
}
