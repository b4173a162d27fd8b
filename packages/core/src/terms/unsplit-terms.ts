import type { LanguageTag } from '@dragoman/contract';
import type { TextRange } from '../segmentation/index.js';
import type { TermMatcher } from './term.js';
import { createTermMatcher } from './term-matcher.js';

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/** By their lists: one serves all texts of a request, and often many requests. */
const matchers = new WeakMap<readonly string[], Pick<TermMatcher, 'find'>>();

const matcherOf = (terms: readonly string[], language: LanguageTag): Pick<TermMatcher, 'find'> => {
  const pairs = terms.map((source) => ({ source, target: source }));
  return createTermMatcher([pairs], { source: language, target: language });
};

/**
 * Where in a text no sentence ends: inside the given terms, such as `Yahoo! Mail`. A line ends in a
 * term all the same.
 *
 * @returns ranges in order, not overlapping
 */
export const findUnsplit = (
  text: string,
  terms: readonly string[] | undefined,
  language: LanguageTag,
): readonly TextRange[] => {
  if (terms === undefined || terms.length === 0) return [];
  const matcher = matchers.get(terms) ?? matcherOf(terms, language);
  matchers.set(terms, matcher);
  return matcher.find(text).filter(({ start, end }) => !LINE_BREAK.test(text.slice(start, end)));
};
