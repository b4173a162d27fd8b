import type { LetterCase } from './letter-case.js';

/** An entry of a glossary: what stands in the source, and what is to stand in the translation. */
export interface Term {
  /** Words as they are written in the source language; never blank. */
  readonly source: string;
  readonly target: string;
}

/** A term found in a text: a half-open range of UTF-16 code units. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
  readonly letterCase: LetterCase;
}
