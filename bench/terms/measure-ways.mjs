import { readFileSync } from 'node:fs';
import { corpusChrf } from '../scoring/index.mjs';

const TIME_LIMIT_MS = 3_600_000;
const noCache = { get: () => undefined, set: () => {} };

/** Sentences in English, German and Spanish, and the terms in each, in all three languages. */
const SENTENCES = readFileSync(new URL('sentences.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [en, de, es, terms] = line.split('\t');
    return { en, de, es, terms: terms.split('; ').map(readTerm) };
  });

function readTerm(term) {
  const [en, de, es] = term.split('=');
  return { en, de, es };
}

/**
 * Translates the sentences with each way of putting terms into translations.
 *
 * @param engine started, with a model for the pair
 * @param carriers finds words that lend their grammar to terms
 * @param ways lists of ways by name; undefined translates without the terms, `as served` as the
 *   service does
 * @returns scores for each way
 */
export const measureWays = async ({ engine, carriers }, { source, target }, ways) => {
  const { createRouter, createTermMatcher, silentMeter } = await import(
    '../../packages/core/dist/index.js'
  );
  const { translateUnits } = await import('../../packages/core/dist/pipeline/sentence-job.js');
  const { translateOverRoute } = await import(
    '../../packages/core/dist/pipeline/translate-units.js'
  );
  const { strategiesFor, translateTerms } = await import(
    '../../packages/core/dist/pipeline/translate-terms.js'
  );
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const route = router.route(source, [target], 'latency_optimized');
  if (!route) throw new Error(`${engine.id} has no model for ${source}-${target}`);
  const dependencies = { router, cache: noCache, meter: silentMeter };
  const call = { signal: AbortSignal.timeout(TIME_LIMIT_MS) };
  let translations = 0;
  const translate = (jobs) => {
    translations += jobs.length;
    return translateOverRoute(jobs, route, dependencies, call);
  };

  const translateOne = async ({ [source]: text, terms }, way) => {
    const unit = { text, protectedSpans: [] };
    if (way === undefined) return (await translateUnits([unit], translate))[0].text;
    const pairs = terms.map((term) => ({ source: term[source], target: term[target] }));
    const matcher = createTermMatcher([pairs], { source, target });
    const findWays =
      way === 'as served'
        ? strategiesFor(route, { carriers, translate }, call)
        : async () => () => [way];
    const options = { matcher, findWays, meter: silentMeter };
    const translated = await translateUnits([unit], (jobs) =>
      translateTerms(jobs, options, translate),
    );
    return translated[0].text;
  };

  const results = [];
  let free = [];
  for (const [name, way] of Object.entries(ways)) {
    translations = 0;
    const texts = await Promise.all(SENTENCES.map((sentence) => translateOne(sentence, way)));
    if (way === undefined) free = texts;
    const perSentence = translations / SENTENCES.length;
    const scores = scoresOf(texts, free, target);
    results.push({ source, target, engine: engine.id, way: name, perSentence, ...scores });
  }
  return results;
};

/**
 * How many terms there are and are honoured; chrF of the sentences, with and without the terms; before
 * how many terms the same word stands as in the reference, which has to agree with them; and in how
 * many sentences all other words are those of the translation without terms.
 */
const scoresOf = (texts, free, target) => {
  const all = SENTENCES.flatMap(({ terms, [target]: reference }, index) =>
    terms.map((term) => ({ words: term[target], text: texts[index], reference })),
  );
  const preceded = all.filter(({ words, reference }) => wordBefore(words, reference));
  const references = SENTENCES.map((sentence) => sentence[target]);
  const withoutTerms = (text, index) =>
    SENTENCES[index].terms.reduce(
      (rest, term) => rest.replace(new RegExp(term[target], 'i'), ''),
      text,
    );
  const rests = texts.map(withoutTerms);
  return {
    sentences: SENTENCES.length,
    terms: all.length,
    honoured: all.filter(({ words, text }) => text.toLowerCase().includes(words.toLowerCase()))
      .length,
    chrf: corpusChrf(texts, references),
    chrfOfTheRest: corpusChrf(rests, references.map(withoutTerms)),
    preceded: preceded.length,
    agreeing: preceded.filter(
      ({ words, text, reference }) => wordBefore(words, text) === wordBefore(words, reference),
    ).length,
    kept: rests.filter((rest, index) => hasAllWords(free[index], rest)).length,
  };
};

const wordBefore = (term, text) =>
  new RegExp(`(\\S+)\\s+${term}`, 'i').exec(text)?.[1].toLowerCase();

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const hasAllWords = (text, rest) => {
  const known = new Set(wordsOf(text));
  return wordsOf(rest).every((word) => known.has(word));
};
