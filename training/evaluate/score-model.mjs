import { translateLines } from '../../bench/quality/translate-lines.mjs';
import { countNegations } from './count-negations.mjs';
import { withModel } from './open-model.mjs';
import { scoreLines } from './score-lines.mjs';

const TIME_LIMIT_MS = 3_600_000;

/**
 * @typedef {object} DirectionScore
 * @property {string} source
 * @property {string} target
 * @property {string} testSet
 * @property {number} sentences
 * @property {number} bleu
 * @property {number} chrf
 * @property {{ sentences: number, kept: number }} [negations] of how many negated sentences, how many
 *   still are
 */

/**
 * Translates the test sets with the real engine, in every direction the model has.
 *
 * @param {string} folder
 * @param {{ pairs: readonly { source: string, target: string }[] }} metadata
 * @param {readonly import('../../bench/quality/test-sets.mjs').TestSet[]} testSets
 * @param {(score: DirectionScore) => void} [progress]
 * @returns {Promise<readonly DirectionScore[]>} by test set, then in the order of the model
 */
export const scoreModel = (folder, { pairs }, testSets, progress = () => {}) =>
  withModel(folder, async (engine) => {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const scores = [];
    for (const { name, pairsOf } of testSets) {
      for (const { source, target } of pairs) {
        const test = pairsOf(source, target);
        if (test === undefined) continue;
        const translated = await translateLines(engine, { source, target }, test.sources, signal);
        const score = {
          source,
          target,
          testSet: name,
          ...scoreLines(translated, test.references),
          negations: countNegations({ source, target }, test, translated),
        };
        progress(score);
        scores.push(score);
      }
    }
    return scores;
  });
