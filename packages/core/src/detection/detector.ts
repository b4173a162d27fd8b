import type { LanguageTag } from '@dragoman/contract';
import type { Detection, Detector } from './detection.js';
import { ELD_LANGUAGES, type EldLike, eldScores } from './evidence/eld-scores.js';
import { createHanCounter, type HanCounter } from './evidence/han.js';
import { MARKED_LANGUAGES, markerScore } from './evidence/markers.js';
import { phraseLanguages } from './evidence/phrases.js';
import { countScripts, dominantScript, isWrittenIn, type Script } from './evidence/scripts.js';
import { wordsOf } from './evidence/words.js';
import { sampleOf } from './sample.js';
import { hanPosterior, hanVariant } from './weighing/han-rules.js';
import { likeliest, type Posterior, softmax } from './weighing/posterior.js';
import { type Evidence, leanOnRequest } from './weighing/request-prior.js';

/** English is what short foreign-looking text turns out to be most often: product names, interfaces. */
const ENGLISH_PRIOR = 1;
const STOCK_PHRASE = 8;
/** Where the script leaves one candidate. Latin letters are also used for names of any language. */
const SOLE_CANDIDATE = 0.99;
const SOLE_LATIN_CANDIDATE = 0.9;

const NOTHING: Evidence = { posterior: new Map(), letterCount: 0 };

/** eld's Serbian is the Cyrillic one. */
const isKnownToEld = (language: LanguageTag, script: Script): boolean =>
  ELD_LANGUAGES.has(language) && !(language === 'sr' && script === 'Latn');

const soleCandidate = (language: LanguageTag, script: Script): Posterior =>
  new Map([[language, script === 'Latn' ? SOLE_LATIN_CANDIDATE : SOLE_CANDIDATE]]);

const compare = (
  eld: EldLike,
  words: readonly string[],
  script: Script,
  candidates: readonly LanguageTag[],
): Posterior => {
  const all = eldScores(eld, words);
  const known = candidates.filter((language) => isKnownToEld(language, script));
  const scores = new Map<LanguageTag, number>();
  // eld leaves out languages without any n-gram in common: zero on its scale.
  for (const language of known) scores.set(language, all.get(language) ?? 0);
  const distinctWords = new Set(words);
  const competitors = known.length > 0 ? known : ELD_LANGUAGES;
  for (const language of candidates) {
    if (isKnownToEld(language, script) || !MARKED_LANGUAGES.has(language)) continue;
    const score = markerScore(language, distinctWords, all, competitors);
    if (score !== undefined) scores.set(language, score);
  }
  if (candidates.includes('en')) scores.set('en', (scores.get('en') ?? 0) + ENGLISH_PRIOR);
  for (const language of phraseLanguages(words)) {
    if (candidates.includes(language))
      scores.set(language, (scores.get(language) ?? 0) + STOCK_PHRASE);
  }
  return softmax(scores);
};

const gather = (
  text: string,
  candidates: ReadonlySet<LanguageTag>,
  eld: EldLike,
  countHan: HanCounter,
): Evidence => {
  const pieces = sampleOf(text);
  const script = dominantScript(countScripts(pieces));
  if (!script) return NOTHING;
  const fitting = [...candidates].filter((language) => isWrittenIn(language, script));
  const [only] = fitting;
  if (only === undefined) return NOTHING;
  const { words, letterCount } = wordsOf(pieces);
  if (fitting.length === 1) return { posterior: soleCandidate(only, script), letterCount };
  const posterior =
    script === 'Hani'
      ? hanPosterior(countHan(pieces), fitting)
      : compare(eld, words, script, fitting);
  return { posterior, letterCount };
};

/**
 * Loads the language model (some 200 MB of memory, about half a second) and the Han tables.
 * Make one and keep it: it has no state of its own beyond them.
 */
export const createDetector = async (): Promise<Detector> => {
  const { eld } = await import('eld/medium');
  const countHan = createHanCounter();
  return {
    detect: (texts, candidates) => {
      const evidence = texts.map((text) => gather(text, candidates, eld, countHan));
      return leanOnRequest(evidence).map((posterior, index): Detection => {
        const { language, confidence } = likeliest(posterior);
        if (language !== 'zh') return { language, confidence };
        const variant = hanVariant(countHan(sampleOf(texts[index] ?? '')));
        return variant ? { language, confidence, variant } : { language, confidence };
      });
    },
  };
};
