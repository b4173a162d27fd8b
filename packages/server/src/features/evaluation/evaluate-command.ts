import { findLanguage, findTarget } from '@dragoman/contract';
import { engineTagsOf, type Route, type Router } from '@dragoman/core';
import type { Command } from 'commander';
import { configurationOf } from '../../configuration/command-configuration.js';
import { splitPair } from '../../language-model-settings.js';
import {
  CommandError,
  EXIT_CODES,
  untilInterrupted,
  wrongUsage,
} from '../../platform/cli/command.js';
import { print, remark, showTable } from '../../platform/cli/output.js';
import { silentObservers, startServices } from '../../services.js';
import { evaluateRoute, type RouteScore, readTestSet } from './evaluate-routes.js';
import { writeEvaluatedScores } from './evaluated-scores.js';

interface EvaluateOptions {
  readonly pairs: string;
  readonly testset: string;
  readonly sentences?: string;
  readonly json?: boolean;
}

const MAX_SENTENCES = 10_000;

/** `dragoman evaluate`: scores every installed route of some pairs, for the router and its operator. */
export const evaluateCommand = (options: EvaluateOptions, command: Command): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const maxSentences = readCount(options.sentences);
    const pairs = options.pairs.split(',').map(readPair);
    const services = await startServices(configuration, silentObservers);
    try {
      const scores: RouteScore[] = [];
      for (const pair of pairs) {
        const testSet = await readTestSet(options.testset, pair.source, pair.target, maxSentences);
        if (!testSet)
          throw new CommandError(
            `The folder ${options.testset} has no sentences for ${pair.source}-${pair.target}: it needs ${pair.source}-${pair.target}.tsv, or ${pair.source}.txt and ${pair.target}.txt.`,
          );
        if (testSet.sources.length === 0) throw new CommandError(testSet.notes.join(' '));
        for (const note of testSet.notes) remark(note);
        for (const route of routesToEvaluate(services.router, pair.source, pair.tags)) {
          try {
            scores.push(await evaluateRoute(route, testSet, () => performance.now(), signal));
          } catch (error) {
            signal.throwIfAborted();
            remark(`${route.id} failed: ${error instanceof Error ? error.message : String(error)}`);
            process.exitCode = EXIT_CODES.failed;
          }
        }
      }
      if (scores.length === 0) throw new CommandError('No route of these pairs could be scored.');
      const path = await writeEvaluatedScores(configuration.dataDirectory, scores);
      scores.sort((one, two) => two.chrf - one.chrf);
      print(options.json ? JSON.stringify(scores, null, 2) : asTable(scores).trimEnd());
      remark(`Written to ${path}. A running server uses the scores after a restart.`);
    } finally {
      await services.stop();
    }
  });

const readCount = (text = '200'): number => {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_SENTENCES)
    throw wrongUsage(`--sentences must be a whole number from 1 to ${MAX_SENTENCES}.`);
  return count;
};

const readPair = (pair: string) => {
  const [source = '', targetCode] = splitPair(pair.trim().toLowerCase());
  const target = findTarget(targetCode);
  if (!findLanguage(source) || !target)
    throw wrongUsage(`--pairs must be pairs such as en-de, separated by commas; it has ${pair}.`);
  return { source, target: targetCode, tags: engineTagsOf(target) };
};

/** A pivot by a language model would cost twice, and a direct translation by it is better. */
const routesToEvaluate = (
  router: Router,
  source: string,
  targets: readonly string[],
): readonly Route[] =>
  router
    .routes(source, targets, 'quality_optimized')
    .filter(
      ({ legs }) =>
        legs.length === 1 || legs.every(({ engine }) => !engine.capabilities.isLanguageModel),
    );

const asTable = (scores: readonly RouteScore[]): string =>
  showTable(
    [
      ['Route', 'Sentences', 'BLEU', 'chrF', 'Seconds'],
      ...scores.map(({ route, sentences, bleu, chrf, seconds }) => [
        route,
        String(sentences),
        ...[bleu, chrf, seconds].map((value) => value.toFixed(1)),
      ]),
    ],
    [1, 2, 3, 4],
  );
