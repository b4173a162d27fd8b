import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseOf } from '@dragoman/contract';
import type { Leg, Route } from '@dragoman/core';
import { corpusBleu, corpusChrf } from './corpus-scores.js';

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
  /** What was left out of the file, for its owner. */
  readonly notes: readonly string[];
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
      const { first, second, broken } = readRows(rows, maxSentences);
      const name = forward ? `${source}-${to}.tsv` : `${to}-${source}.tsv`;
      const notes = broken.length > 0 ? [leftOut(name, broken)] : [];
      return forward
        ? { sources: first, references: second, notes }
        : { sources: second, references: first, notes };
    }
    const [sources, references] = await Promise.all([read(`${source}.txt`), read(`${to}.txt`)]);
    if (sources && references && sources.length === references.length)
      return {
        sources: sources.slice(0, maxSentences),
        references: references.slice(0, maxSentences),
        notes: [],
      };
  }
  return undefined;
};

/** @returns the two columns, and the numbers of the lines before the last one that lack one of them */
const readRows = (rows: readonly string[], maxSentences: number) => {
  const [first, second]: [string[], string[]] = [[], []];
  const broken: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (first.length === maxSentences) break;
    const [one = '', other = ''] = row.split('\t');
    if (one.trim() === '' || other.trim() === '') broken.push(index + 1);
    else {
      first.push(one);
      second.push(other);
    }
  }
  return { first, second, broken };
};

const MAX_NAMED_LINES = 10;

const leftOut = (name: string, lines: readonly number[]): string => {
  const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
  const others = lines.length - MAX_NAMED_LINES;
  const more = others > 0 ? ` and ${others} more` : '';
  const word = lines.length === 1 ? 'line' : 'lines';
  return `${name}: left out, without a sentence, a tab and its translation: ${word} ${named}${more}.`;
};

const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);

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
