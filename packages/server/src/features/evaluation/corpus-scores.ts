/** Orders of n-grams: of tokens for BLEU, of characters for chrF. */
const BLEU_ORDERS = 4;
const CHRF_ORDERS = 6;
/** chrF2 counts recall twice as much as precision. */
const BETA = 2;

/**
 * The character n-grams of references, to be used for several systems: counting them is most of
 * the work of a score. One map per order, from 1 to 6.
 */
export type CharacterNgrams = readonly ReadonlyMap<string, number>[];

/**
 * Splits a line into tokens the way NIST's mteval-v13a script does, as sacrebleu's default `13a`
 * tokenizer implements it (https://github.com/mjpost/sacrebleu, Apache-2.0): punctuation and symbols
 * become tokens, except that a period or comma between digits stays with them.
 */
export const tokenize13a = (line: string): readonly string[] => {
  const decoded = line
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return ` ${decoded} `
    .replace(/([{-~[-` -&(-+:-@/])/gu, ' $1 ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/gu, '$1 $2 ')
    .split(/\p{White_Space}+/u)
    .filter((token) => token !== '');
};

/**
 * Counts the runs of `order` items.
 *
 * @param separator between the items of a key; must not occur in them
 */
const countNgrams = (
  items: readonly string[],
  order: number,
  separator: string,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (let start = 0; start + order <= items.length; start++) {
    const key = items.slice(start, start + order).join(separator);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** How many n-grams of the hypothesis the reference has as well, each at most as often as there. */
const countMatches = (
  hypothesis: ReadonlyMap<string, number>,
  reference: ReadonlyMap<string, number>,
): number => {
  let matches = 0;
  for (const [ngram, count] of hypothesis) matches += Math.min(count, reference.get(ngram) ?? 0);
  return matches;
};

/** @throws RangeError unless there are as many of both, and some */
const requireParallel = (hypotheses: readonly unknown[], references: readonly unknown[]): void => {
  if (hypotheses.length !== references.length || hypotheses.length === 0) {
    throw new RangeError(
      `${hypotheses.length} hypotheses for ${references.length} references: both must be as many, and some`,
    );
  }
};

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
  const matches = new Array<number>(BLEU_ORDERS).fill(0);
  const totals = new Array<number>(BLEU_ORDERS).fill(0);
  let hypothesisLength = 0;
  let referenceLength = 0;
  for (const [index, line] of hypotheses.entries()) {
    const hypothesis = tokenize13a(line.trimEnd());
    const reference = tokenize13a((references[index] ?? '').trimEnd());
    hypothesisLength += hypothesis.length;
    referenceLength += reference.length;
    for (let order = 1; order <= BLEU_ORDERS; order++) {
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

const ngramsOf = (line: string): CharacterNgrams => {
  const characters = Array.from(line.replace(/\p{White_Space}+/gu, ''));
  return Array.from({ length: CHRF_ORDERS }, (_, index) => countNgrams(characters, index + 1, ''));
};

export const prepareReferences = (references: readonly string[]): readonly CharacterNgrams[] =>
  references.map(ngramsOf);

/**
 * Corpus-level chrF2 (Popović 2015), 0 to 100, with one reference per line and sacrebleu's
 * defaults: orders 1 to 6 of Unicode characters, white space ignored, no word n-grams, letter case
 * kept, and precision and recall each averaged over the orders that occur on both sides.
 *
 * @param references lines, or what {@link prepareReferences} made of them
 * @throws {RangeError} when the two differ in length or are empty
 */
export const corpusChrf = (
  hypotheses: readonly string[],
  references: readonly string[] | readonly CharacterNgrams[],
): number => {
  requireParallel(hypotheses, references);
  const orders = Array.from({ length: CHRF_ORDERS }, () => ({ matches: 0, found: 0, wanted: 0 }));
  for (const [index, line] of hypotheses.entries()) {
    const reference = references[index] ?? '';
    const allWanted = typeof reference === 'string' ? ngramsOf(reference) : reference;
    for (const [order, found] of ngramsOf(line).entries()) {
      const [counts, wanted] = [orders[order], allWanted[order]];
      if (!counts || !wanted) continue;
      // A line whose reference is too short for an order says nothing about precision there.
      if (wanted.size > 0) counts.found += sumOf(found);
      counts.wanted += sumOf(wanted);
      counts.matches += countMatches(found, wanted);
    }
  }
  return 100 * averagedFScore(orders.filter(({ found, wanted }) => found > 0 && wanted > 0));
};

const sumOf = (counts: ReadonlyMap<string, number>): number => {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
};

interface OrderCounts {
  matches: number;
  found: number;
  wanted: number;
}

const averagedFScore = (orders: readonly OrderCounts[]): number => {
  const mean = (share: (order: OrderCounts) => number): number =>
    orders.reduce((sum, order) => sum + share(order), 0) / orders.length;
  const precision = mean(({ matches, found }) => matches / found);
  const recall = mean(({ matches, wanted }) => matches / wanted);
  if (!(precision + recall > 0)) return 0;
  return ((1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall);
};
