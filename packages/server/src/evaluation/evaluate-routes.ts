import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseOf } from '@dragoman/contract';
import type { Leg, Route } from '@dragoman/core';

/** How well a route translates a test set. */
export interface RouteScore {
  readonly route: string;
  readonly sentences: number;
  /** BLEU, 0 to 100. */
  readonly bleu: number;
  /** chrF, 0 to 100; what the router compares. */
  readonly chrf: number;
  readonly seconds: number;
}

/** Small enough for an engine that has a time limit for each batch. */
const BATCH_SENTENCES = 20;

/** Sentences with their translations by people, in the same order. */
export interface TestSet {
  readonly sources: readonly string[];
  readonly references: readonly string[];
}

/**
 * The test set of a pair from a folder that has `en-de.tsv` or `de-en.tsv` (a sentence, a tab, its
 * translation), or `en.txt` and `de.txt` (the same sentences, line by line). A variant without a file
 * of its own has that of its base language.
 *
 * @param maxSentences how many to take, from the start
 * @returns undefined where the folder has no such files, or they are not parallel
 */
export const readTestSet = async (
  directory: string,
  source: string,
  target: string,
  maxSentences: number,
): Promise<TestSet | undefined> => {
  const read = (name: string): Promise<readonly string[] | undefined> =>
    readFile(join(directory, name), 'utf8').then(linesOf, () => undefined);
  for (const to of new Set([target.toLowerCase(), baseOf(target.toLowerCase())])) {
    const forward = await read(`${source}-${to}.tsv`);
    const rows = forward ?? (await read(`${to}-${source}.tsv`));
    if (rows) {
      const cells = rows.slice(0, maxSentences).map((row) => row.split('\t'));
      const [first, second] = [0, 1].map((column) => cells.map((row) => row[column] ?? ''));
      if (!first || !second) return undefined;
      return forward
        ? { sources: first, references: second }
        : { sources: second, references: first };
    }
    const [sources, references] = await Promise.all([read(`${source}.txt`), read(`${to}.txt`)]);
    if (sources && references && sources.length === references.length)
      return {
        sources: sources.slice(0, maxSentences),
        references: references.slice(0, maxSentences),
      };
  }
  return undefined;
};

const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

const MAX_ORDER = 6;
const BETA = 2;

/**
 * The characters n-grams of references, to be used for several systems: counting them is most of
 * the work of a score. One map an order, from 1 to 6.
 */
export type CharacterNgrams = readonly ReadonlyMap<string, number>[];

const BLEU_ORDER = 4;

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
  const matches = new Array<number>(BLEU_ORDER).fill(0);
  const totals = new Array<number>(BLEU_ORDER).fill(0);
  let hypothesisLength = 0;
  let referenceLength = 0;
  for (const [index, line] of hypotheses.entries()) {
    const hypothesis = tokenize13a(line.trimEnd());
    const reference = tokenize13a((references[index] ?? '').trimEnd());
    hypothesisLength += hypothesis.length;
    referenceLength += reference.length;
    for (let order = 1; order <= BLEU_ORDER; order++) {
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

/**
 * Translates the sentences of a test set over a route, and compares them with the references.
 *
 * @param now a clock in milliseconds
 */
export const evaluateRoute = async (
  route: Route,
  { sources, references }: TestSet,
  now: () => number,
  signal: AbortSignal,
): Promise<RouteScore> => {
  const startedMs = now();
  let lines = sources;
  for (const leg of route.legs) lines = await translateLines(leg, lines, signal);
  return {
    route: route.id,
    sentences: lines.length,
    bleu: rounded(corpusBleu(lines, references)),
    chrf: rounded(corpusChrf(lines, references)),
    seconds: rounded((now() - startedMs) / 1000),
  };
};

const translateLines = async (
  { engine, source, target, variant, modelType }: Leg,
  lines: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const translated: string[] = [];
  for (let start = 0; start < lines.length; start += BATCH_SENTENCES) {
    const units = lines
      .slice(start, start + BATCH_SENTENCES)
      .map((text) => ({ text, protectedSpans: [] }));
    const batch = { source, target: variant ?? target, modelType, units };
    translated.push(...(await engine.translateBatch(batch, { signal })).map(({ text }) => text));
  }
  return translated;
};

const rounded = (value: number): number => Math.round(value * 10) / 10;
