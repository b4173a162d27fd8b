import { readFileSync } from 'node:fs';
import { corpusChrf } from '../scoring/index.mjs';

const CORE = new URL('../../packages/core/dist/', import.meta.url);
const TIME_LIMIT_MS = 600_000;
const noCache = { get: () => undefined, set: () => {} };

/** Sentences in English, German and Spanish, and the terms in each, in all three languages. */
const SENTENCES = JSON.parse(readFileSync(new URL('sentences.json', import.meta.url), 'utf8'));

/**
 * Translates the sentences with each way of putting terms into translations.
 *
 * @param engine started, with a model for the pair
 * @param ways lists of ways by name; undefined translates without the terms, `as served` as the
 *   service does
 * @returns for each way: how many terms there are and how many are honoured, and chrF of the
 *   sentences, with and without the terms themselves
 */
export const measureWays = async (engine, { source, target }, ways) => {
  const { createRouter, createTermMatcher, silentMeter } = await import(new URL('index.js', CORE));
  const { translateUnits } = await import(new URL('pipeline/units/translate-units.js', CORE));
  const { translateTerms } = await import(new URL('pipeline/units/translate-terms.js', CORE));
  const { waysOf } = await import(new URL('pipeline/units/ways-of-route.js', CORE));
  const router = createRouter([engine], { maxPivots: 0, scores: new Map() });
  const route = router.route(source, [target], 'latency_optimized');
  if (!route) throw new Error(`${engine.id} has no model for ${source}-${target}`);
  const dependencies = { router, cache: noCache, meter: silentMeter };
  const call = { signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  const translate = (units) => translateUnits(units, route, dependencies, call);

  const translateOne = async ({ [source]: text, terms }, way) => {
    const unit = { text, protectedSpans: [] };
    if (way === undefined) return (await translate([unit]))[0].text;
    const pairs = terms.map((term) => ({ source: term[source], target: term[target] }));
    const matcher = createTermMatcher([pairs], { source, target });
    const findWays = way === 'as served' ? waysOf(route, call) : async () => way;
    const options = { matcher, findWays, meter: silentMeter };
    return (await translateTerms([unit], options, translate))[0].text;
  };

  const results = [];
  for (const [name, way] of Object.entries(ways)) {
    const texts = [];
    for (const sentence of SENTENCES) texts.push(await translateOne(sentence, way));
    results.push({ source, target, engine: engine.id, way: name, ...scoresOf(texts, target) });
  }
  return results;
};

const scoresOf = (texts, target) => {
  let terms = 0;
  let honoured = 0;
  for (const [index, sentence] of SENTENCES.entries()) {
    for (const term of sentence.terms) {
      terms += 1;
      honoured += Number(texts[index].toLowerCase().includes(term[target].toLowerCase()));
    }
  }
  const references = SENTENCES.map((sentence) => sentence[target]);
  const withoutTerms = (text, index) =>
    SENTENCES[index].terms.reduce(
      (rest, term) => rest.replace(termPattern(term[target]), ''),
      text,
    );
  return {
    terms,
    honoured,
    chrf: corpusChrf(texts, references),
    chrfOfTheRest: corpusChrf(texts.map(withoutTerms), references.map(withoutTerms)),
  };
};

const termPattern = (term) => new RegExp(term, 'i');
