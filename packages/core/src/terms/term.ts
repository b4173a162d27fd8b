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
