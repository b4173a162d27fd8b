import type { Term, TermMatch, TermPair } from './term.js';
import { createTermMatcher, type TermMatcher } from './term-matcher.js';

/** A matcher that finds a further term, before those of the glossaries that a request names. */
export const withTerm = (
  term: Term,
  glossaries: TermMatcher | undefined,
  pair: TermPair,
): TermMatcher => {
  const own = createTermMatcher([[term]], pair);
  if (!glossaries) return own;
  return {
    ...own,
    unsplitTerms: [...own.unsplitTerms, ...glossaries.unsplitTerms],
    find: (text) => mergeMatches(own.find(text), glossaries.find(text)),
  };
};

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
