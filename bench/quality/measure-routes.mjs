import { corpusBleu, corpusChrf } from '../scoring/index.mjs';
import { routesToMeasure } from './routes.mjs';
import { translateLines } from './translate-lines.mjs';

/**
 * @typedef {{ sentences: number, bleu: number, chrf: number, copyChrf: number }} Scores `copyChrf` is what the
 *   untranslated source gets
 * @typedef {object} RouteScore
 * @property {string} id
 * @property {string} source
 * @property {string} target
 * @property {string | null} via the language in between
 * @property {Record<string, Scores>} byTestSet
 * @property {number} chrf what the router compares: the mean over the test sets that have the pair
 */

/**
 * Translates and scores every direct route and every route through one language. Failures are
 * reported and skipped; a route that no test set covers is not measured.
 *
 * @param {import('@dragoman/core').Engine} engine started
 * @param {readonly import('./test-sets.mjs').TestSet[]} testSets
 * @param {{ signal: AbortSignal, progress: (line: string) => void,
 *   isWanted?: (legs: readonly import('./routes.mjs').Leg[]) => boolean }} options
 * @returns {Promise<{ scores: RouteScore[], failed: { id: string, reason: string }[],
 *   unmeasured: string[] }>}
 */
export const measureRoutes = async (
  engine,
  testSets,
  { signal, progress, isWanted = () => true },
) => {
  const { direct, pivoted } = routesToMeasure(engine.id, engine.pairs());
  const wanted = [...direct, ...pivoted].filter(({ legs }) => isWanted(legs));
  const translateLeg = rememberTranslations(engine, signal);
  const scores = [];
  const failed = [];
  const unmeasured = [];
  for (const { id, legs } of wanted) {
    const [source, target] = [legs[0].source, legs.at(-1).target];
    const startedMs = performance.now();
    try {
      const byTestSet = {};
      for (const { name, pairsOf } of testSets) {
        const pairs = pairsOf(source, target);
        if (pairs) byTestSet[name] = await scoreRoute(translateLeg, legs, pairs);
      }
      if (Object.keys(byTestSet).length === 0) {
        unmeasured.push(id);
        continue;
      }
      const via = legs.length > 1 ? legs[0].target : null;
      scores.push({ id, source, target, via, byTestSet, chrf: meanChrf(Object.values(byTestSet)) });
      progress(`${id}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failed.push({ id, reason });
      progress(`${id}: FAILED, ${reason}`);
    }
  }
  return { scores, failed, unmeasured };
};

/** What routes are compared by: every test set counts the same, however long it is. */
export const meanChrf = (scores) => scores.reduce((sum, { chrf }) => sum + chrf, 0) / scores.length;

const scoreRoute = async (translateLeg, legs, { sources, references }) => {
  let output = sources;
  for (const leg of legs) output = await translateLeg(leg, output);
  return {
    sentences: output.length,
    bleu: corpusBleu(output, references),
    chrf: corpusChrf(output, references),
    copyChrf: corpusChrf(sources, references),
  };
};

/** Translations of the same lines by the same leg are made once: many routes begin alike. */
const rememberTranslations = (engine, signal) => {
  const known = new Map();
  return (leg, lines) => {
    const key = JSON.stringify([leg.source, leg.target, lines]);
    if (!known.has(key)) known.set(key, translateLines(engine, leg, lines, signal));
    return known.get(key);
  };
};
