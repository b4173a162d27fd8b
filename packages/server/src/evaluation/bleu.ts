import { countMatches, countNgrams, requireParallel } from './ngrams.js';
import { tokenize13a } from './tokenize-13a.js';

const MAX_ORDER = 4;

/**
 * Corpus-level BLEU (Papineni et al. 2002), 0 to 100, with one reference per line and sacrebleu's
 * defaults: 13a tokens, letter case kept, exponential smoothing of orders without any match.
 *
 * @param references as many as hypotheses
 * @throws {RangeError} when the two differ in length or are empty
 */
export const corpusBleu = (
  hypotheses: readonly string[],
  references: readonly string[],
): number => {
  requireParallel(hypotheses, references);
  const matches = new Array<number>(MAX_ORDER).fill(0);
  const totals = new Array<number>(MAX_ORDER).fill(0);
  let hypothesisLength = 0;
  let referenceLength = 0;
  for (const [index, line] of hypotheses.entries()) {
    const hypothesis = tokenize13a(line.trimEnd());
    const reference = tokenize13a((references[index] ?? '').trimEnd());
    hypothesisLength += hypothesis.length;
    referenceLength += reference.length;
    for (let order = 1; order <= MAX_ORDER; order++) {
      const at = order - 1;
      totals[at] = (totals[at] ?? 0) + Math.max(0, hypothesis.length - at);
      const matched = countMatches(
        countNgrams(hypothesis, order, ' '),
        countNgrams(reference, order, ' '),
      );
      matches[at] = (matches[at] ?? 0) + matched;
    }
  }
  if (matches.every((count) => count === 0) || totals.includes(0)) return 0;
  const brevityPenalty =
    hypothesisLength < referenceLength ? Math.exp(1 - referenceLength / hypothesisLength) : 1;
  return brevityPenalty * 100 * geometricMean(smoothedPrecisions(matches, totals));
};

/** Every further order without a match counts as half of the match before: 1/2, 1/4, … */
const smoothedPrecisions = (
  matches: readonly number[],
  totals: readonly number[],
): readonly number[] => {
  let smoothing = 1;
  return matches.map((count, index) => {
    const total = totals[index] ?? 1;
    if (count > 0) return count / total;
    smoothing *= 2;
    return 1 / (smoothing * total);
  });
};

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
