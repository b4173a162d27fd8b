import { countMatches, countNgrams, requireParallel } from './ngrams.js';

const MAX_ORDER = 6;
const BETA = 2;

/**
 * The characters n-grams of references, to be used for several systems: counting them is most of
 * the work of a score. One map an order, from 1 to 6.
 */
export type CharacterNgrams = readonly ReadonlyMap<string, number>[];

const ngramsOf = (line: string): CharacterNgrams => {
  const characters = Array.from(line.replace(/\p{White_Space}+/gu, ''));
  return Array.from({ length: MAX_ORDER }, (_, index) => countNgrams(characters, index + 1, ''));
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
  const orders = Array.from({ length: MAX_ORDER }, () => ({ matches: 0, found: 0, wanted: 0 }));
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
