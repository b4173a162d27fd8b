import { mergeSpans } from '../protection/markdown.js';
import type { TextRange } from '../segmentation/segmentation.js';
import type { TermIndex } from './term-index.js';
import { findTerms } from './term-matcher.js';

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;

/**
 * Where in a text no sentence ends: inside some terms, such as `Yahoo! Mail`. A line ends in a term
 * all the same.
 *
 * @returns ranges in order, not overlapping
 */
export const findUnsplit = (
  text: string,
  terms: readonly TermIndex[] | undefined,
): readonly TextRange[] =>
  (terms ?? [])
    .map((index): readonly TextRange[] =>
      findTerms(text, index).filter(({ start, end }) => !LINE_BREAK.test(text.slice(start, end))),
    )
    .reduce(mergeSpans, []);
