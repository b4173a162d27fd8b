import type { Term, TermMatch, TermMatcher, TermPair } from './term.js';
import { createTermMatcher } from './term-matcher.js';

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
    find(text) {
      const first = own.find(text);
      const isFree = ({ start, end }: TermMatch) =>
        first.every((other) => end <= other.start || other.end <= start);
      return [...first, ...glossaries.find(text).filter(isFree)].toSorted(
        (one, other) => one.start - other.start,
      );
    },
  };
};
