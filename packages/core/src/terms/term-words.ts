import type { TextRange } from '../segmentation/segmentation.js';
import type { TermMatcher } from './term-matcher.js';

/** Finds the terms of a text. */
export type FindTerms = TermMatcher['find'];

/** A word that is kept for its look only: A380, MacBook. */
const WORD = /^[A-Za-z]+\d*[A-Za-z\d]*$/;

/**
 * The protected ranges without the words of terms: what merely looks like a name is translated where
 * a glossary says how. One that the glossary keeps as it is stays protected.
 *
 * @param ranges in order, not overlapping
 */
export const withoutTermWords = (
  text: string,
  ranges: readonly TextRange[],
  findTerms: FindTerms | undefined,
): readonly TextRange[] => {
  const isWord = ({ start, end }: TextRange) => WORD.test(text.slice(start, end));
  if (!findTerms || !ranges.some(isWord)) return ranges;
  const changed = findTerms(text).filter(({ term }) => term.source !== term.target);
  let next = 0;
  return ranges.filter((range) => {
    while ((changed[next]?.end ?? range.end) < range.end) next++;
    return !isWord(range) || (changed[next]?.start ?? range.end) > range.start;
  });
};
