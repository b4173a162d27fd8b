import type { Term, TermMatcher } from './term.js';

/** Where a term of the text is in its translation: a half-open range of UTF-16 code units. */
export interface LocatedTerm {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/**
 * Finds in a translation what the terms of its text have become, in the order of the translation. A
 * term that occurs several times is found as often as the text has it.
 */
export const locateTerms = (
  text: string,
  translation: string,
  { find }: Pick<TermMatcher, 'find'>,
): readonly LocatedTerm[] => {
  const folded = fold(translation);
  const taken = new Uint8Array(translation.length);
  const located = find(text).flatMap(({ term }): readonly LocatedTerm[] => {
    const target = fold(term.target);
    let start = folded.indexOf(target);
    while (start >= 0 && taken[start] === 1) start = folded.indexOf(target, start + 1);
    if (start < 0) return [];
    const end = start + target.length;
    taken.fill(1, start, end);
    return [{ start, end, term }];
  });
  return located.toSorted((one, other) => one.start - other.start);
};

/** In small letters, with every character where it was. */
const fold = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
