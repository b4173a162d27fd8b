import { createApertiumEngine } from '@dragoman/engines/apertium';
import { measureRoutes } from '../../bench/quality/measure-routes.mjs';
import { scoreLines } from './score-lines.mjs';

const TIME_LIMIT_MS = 3_600_000;
const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * @typedef {import('./score-model.mjs').DirectionScore & { system: string }} SystemScore
 */

/**
 * Scores what a model competes with: the rule-based engine's best route, where the machine has one,
 * and the untranslated source.
 *
 * @param {readonly { source: string, target: string }[]} pairs
 * @param {readonly import('../../bench/quality/test-sets.mjs').TestSet[]} testSets
 * @param {(score: SystemScore) => void} [progress]
 * @returns {Promise<readonly SystemScore[]>}
 */
export const scoreOthers = async (pairs, testSets, progress = () => {}) => {
  const engine = createApertiumEngine({ log: silentLog });
  try {
    await engine.start();
    const all = [];
    for (const pair of pairs) {
      const scores = [...(await scoreRuleBased(engine, pair, testSets)), ...copies(pair, testSets)];
      for (const score of scores) progress(score);
      all.push(...scores);
    }
    return all;
  } finally {
    await engine.stop();
  }
};

const scoreRuleBased = async (engine, { source, target }, testSets) => {
  const { scores } = await measureRoutes(engine, testSets, {
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    progress: () => {},
    isWanted: (legs) => legs[0].source === source && legs.at(-1).target === target,
  });
  const [best] = scores.sort((left, right) => right.chrf - left.chrf);
  if (best === undefined) return [];
  const system = best.via === null ? 'Apertium' : `Apertium through ${best.via}`;
  return Object.entries(best.byTestSet).map(([testSet, { sentences, bleu, chrf }]) => ({
    system,
    source,
    target,
    testSet,
    sentences,
    bleu,
    chrf,
  }));
};

const copies = ({ source, target }, testSets) =>
  testSets.flatMap(({ name, pairsOf }) => {
    const pairs = pairsOf(source, target);
    return pairs === undefined
      ? []
      : [
          {
            system: 'copy',
            source,
            target,
            testSet: name,
            ...scoreLines(pairs.sources, pairs.references),
          },
        ];
  });
