import { corpusBleu, corpusChrf, prepareReferences } from '../scoring/index.mjs';
import { routesToMeasure } from './routes.mjs';
import { translateLines } from './translate-lines.mjs';

/**
 * @typedef {object} RouteScore
 * @property {string} id
 * @property {string} source
 * @property {string} target
 * @property {string | null} via the language in between
 * @property {number} bleu
 * @property {number} chrf
 * @property {number} copyChrf what the untranslated source gets
 */

/**
 * Translates and scores every direct route and every route through one language. Failures are
 * reported and skipped; a route without test sentences at both ends is not measured.
 *
 * @param {import('@dragoman/core').Engine} engine started
 * @param {(tag: string) => readonly string[] | undefined} linesOf
 * @param {{ signal: AbortSignal, progress: (line: string) => void }} options
 * @returns {Promise<{ scores: RouteScore[], failed: { id: string, reason: string }[], unmeasured:
 *   string[] }>}
 */
export const measureRoutes = async (engine, linesOf, { signal, progress }) => {
  const { direct, pivoted } = routesToMeasure(engine.id, engine.pairs());
  const referencesOf = memoize((tag) => prepareReferences(linesOf(tag)));
  const copyChrfOf = memoize((pair) => {
    const [source, target] = pair.split('>');
    return corpusChrf(linesOf(source), referencesOf(target));
  });
  // Cached, because every route that starts with this leg continues from here.
  const firstLegs = memoize((pair) => {
    const [source, target] = pair.split('>');
    return translateLines(engine, { source, target }, linesOf(source), signal);
  });
  const outputOf = async ([first, last]) => {
    const output = await firstLegs(`${first.source}>${first.target}`);
    return last ? translateLines(engine, last, output, signal) : output;
  };

  const scores = [];
  const failed = [];
  const unmeasured = [];
  for (const { id, legs } of [...direct, ...pivoted]) {
    const [source, target] = [legs[0].source, legs.at(-1).target];
    if (!linesOf(source) || !linesOf(target)) {
      unmeasured.push(id);
      continue;
    }
    const startedMs = performance.now();
    try {
      const output = await outputOf(legs);
      scores.push({
        id,
        source,
        target,
        via: legs.length > 1 ? legs[0].target : null,
        bleu: corpusBleu(output, linesOf(target)),
        chrf: corpusChrf(output, referencesOf(target)),
        copyChrf: copyChrfOf(`${source}>${target}`),
      });
      progress(`${id}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failed.push({ id, reason });
      progress(`${id}: FAILED, ${reason}`);
    }
  }
  return { scores, failed, unmeasured };
};

const memoize = (compute) => {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key);
  };
};
