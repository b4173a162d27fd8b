import type { Leg, Route } from '@dragoman/core';
import { corpusBleu, corpusChrf } from './scores.js';
import type { TestSet } from './test-set.js';

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
