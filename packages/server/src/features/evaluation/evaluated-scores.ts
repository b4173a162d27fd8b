import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder, replaceFileDurably } from '../../platform/files.js';
import type { RouteScore } from './evaluate-routes.js';
import { ROUTE_SCORES } from './route-scores.js';

const SCORES = z.record(
  z.string(),
  z.object({
    bleu: z.number().min(0).max(100),
    chrf: z.number().min(0).max(100),
    sentences: z.int().min(1),
  }),
);

/** Scores by route id, as `dragoman evaluate` measured them on this installation. */
type EvaluatedScores = z.infer<typeof SCORES>;

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'route-scores.json');

/** The scores of this installation; none where there are none, or the file is damaged. */
const readEvaluatedScores = (dataDirectory: string): EvaluatedScores => {
  try {
    return SCORES.parse(JSON.parse(readFileSync(fileOf(dataDirectory), 'utf8')));
  } catch {
    return {};
  }
};

/** chrF by route id: of all routes that were measured, and of those that this installation measured. */
export const measuredScores = (dataDirectory: string) => {
  const evaluated = Object.entries(readEvaluatedScores(dataDirectory)).map(
    ([route, { chrf }]) => [route, chrf] as const,
  );
  return {
    scores: new Map([...Object.entries(ROUTE_SCORES), ...evaluated]),
    evaluated: new Map(evaluated),
  };
};

/** Adds scores to those of this installation, in the place of earlier ones of the same routes. */
export const writeEvaluatedScores = async (
  dataDirectory: string,
  measured: readonly RouteScore[],
): Promise<string> => {
  const added = measured.map(({ route, bleu, chrf, sentences }) => [
    route,
    { bleu, chrf, sentences },
  ]);
  const scores = { ...readEvaluatedScores(dataDirectory), ...Object.fromEntries(added) };
  const path = fileOf(dataDirectory);
  makeFolder(dataDirectory, 0o700);
  await replaceFileDurably(path, `${JSON.stringify(scores, null, 2)}\n`);
  return path;
};
