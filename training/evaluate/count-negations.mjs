import { isNegated, keepsNegation } from '@dragoman/core';

const MOST_SENTENCES = 50;

/**
 * Of the first fifty negated sentences of a test set, those whose translation is negated, too. A
 * negation that gets lost is the worst mistake of a small model, and BLEU hardly sees it.
 *
 * @param {{ source: string, target: string }} pair
 * @param {import('../../bench/quality/test-sets.mjs').TestPairs} test
 * @param {readonly string[]} translated
 * @returns {{ sentences: number, kept: number }}
 */
export const countNegations = (pair, { sources, references }, translated) => {
  const negated = sources
    .map((text, index) => ({ text, index }))
    // The reference tells which sentences a good translation negates.
    .filter(({ text, index }) => {
      const reference = references[index];
      return isNegated(text, pair.source) && keepsNegation(text, reference, pair);
    })
    .slice(0, MOST_SENTENCES);
  const kept = negated.filter(({ text, index }) => keepsNegation(text, translated[index], pair));
  return { sentences: negated.length, kept: kept.length };
};
