import type { LanguageTag } from '@dragoman/contract';
import { compareLanguages } from './compare-languages.js';
import type { Detection, Detector, Judgement } from './detection.js';
import { ELD_LANGUAGES, type EldLike } from './evidence/eld-scores.js';
import { createHanCounter, type HanCounter } from './evidence/han.js';
import { INTERFACE_LANGUAGE, isInterfaceEnglish } from './evidence/interface-words.js';
import { MARKED_LANGUAGES } from './evidence/markers.js';
import { isAbbreviation, mayBeName, withoutNames } from './evidence/names.js';
import { phraseLanguages } from './evidence/phrases.js';
import {
  countScripts,
  dominantScript,
  isWrittenIn,
  type Script,
  scriptLanguages,
} from './evidence/scripts.js';
import { wordsOf } from './evidence/words.js';
import { hanPosterior, hanVariant } from './han-rules.js';
import { likeliest, type Posterior, softmax } from './posterior.js';
import { chooseLanguage, preferWanted } from './preference.js';
import { type Evidence, leanOnRequest } from './request-prior.js';
import { sampleOf } from './sample.js';

/** Where the script leaves one candidate. Latin letters are also used for names of any language. */
const SOLE_CANDIDATE = 0.99;
const SOLE_LATIN_CANDIDATE = 0.9;
/** From here on the words of a text that are no names outweigh those that may be. */
const SURE_OF_REST = 0.8;

const NOTHING: Evidence = { posterior: new Map(), letterCount: 0 };
const NO_JUDGEMENT: Judgement = { language: null, confidence: 0, isWanted: false };

/** The base languages that can be detected. */
export const DETECTABLE_LANGUAGES: ReadonlySet<LanguageTag> = new Set([
  ...ELD_LANGUAGES,
  ...MARKED_LANGUAGES,
  ...scriptLanguages(),
]);

const soleCandidate = (language: LanguageTag, script: Script): Posterior =>
  new Map([[language, script === 'Latn' ? SOLE_LATIN_CANDIDATE : SOLE_CANDIDATE]]);

const gather = (
  text: string,
  candidates: ReadonlySet<LanguageTag>,
  eld: EldLike,
  countHan: HanCounter,
): Evidence => {
  const pieces = sampleOf(text);
  const scripts = countScripts(pieces);
  const script = dominantScript(scripts);
  // One Greek letter is a symbol: μ, Ω.
  if (!script || (script === 'Grek' && scripts.get(script) === 1)) return NOTHING;
  const fitting = [...candidates].filter((language) => isWrittenIn(language, script));
  const [only] = fitting;
  if (only === undefined) return NOTHING;
  const { words, letterCount } = wordsOf(pieces);
  if (script === 'Latn' && isAbbreviation(text) && !isStockPhrase(words)) return NOTHING;
  if (fitting.length === 1) return { posterior: soleCandidate(only, script), letterCount };
  const posterior =
    script === 'Hani'
      ? hanPosterior(countHan(pieces), fitting)
      : softmax(compareLanguages(eld, words, script, fitting));
  const isOwn = isInterfaceEnglish(words) && likeliest(posterior).language === INTERFACE_LANGUAGE;
  return { posterior, letterCount, isOwn };
};

const isStockPhrase = (words: readonly string[]): boolean => phraseLanguages(words).length > 0;

const isUnlistedName = (text: string): boolean =>
  mayBeName(text) && !isStockPhrase(wordsOf([text]).words);

/**
 * Loads the language model (some 200 MB of memory, about half a second) and the Han tables.
 * Make one and keep it: it has no state of its own beyond them.
 */
export const createDetector = async (): Promise<Detector> => {
  const { eld } = await import('eld/medium');
  const countHan = createHanCounter();
  const describe = (text: string, detection: Detection): Detection => {
    if (detection.language !== 'zh') return detection;
    const variant = hanVariant(countHan(sampleOf(text)));
    return variant ? { ...detection, variant } : detection;
  };
  const judging = (wanted: ReadonlySet<LanguageTag>) => {
    const candidates = new Set([...wanted, ...DETECTABLE_LANGUAGES]);
    const weigh = (text: string): Evidence => {
      const evidence = gather(text, candidates, eld, countHan);
      return { ...evidence, posterior: preferWanted(evidence.posterior, wanted) };
    };
    const conclude = (text: string, posterior: Posterior): Judgement => {
      const { isWanted, ...detection } = withNamesDoubted(text, posterior, wanted, weigh);
      return { ...describe(text, detection), isWanted };
    };
    return { weigh, conclude };
  };
  return {
    detect: (texts, candidates) => {
      const evidence = texts.map((text) => gather(text, candidates, eld, countHan));
      return leanOnRequest(evidence).map((posterior, index) =>
        describe(texts[index] ?? '', likeliest(posterior)),
      );
    },
    judge: (texts, wanted) => {
      const { weigh, conclude } = judging(wanted);
      return leanOnRequest(texts.map(weigh)).map((posterior, index) =>
        conclude(texts[index] ?? '', posterior),
      );
    },
    async judgeInTurns(texts, wanted, signal) {
      const { weigh, conclude } = judging(wanted);
      const distinct = [...new Set(texts)];
      const posteriors = leanOnRequest(await mapInTurns(distinct, weigh, signal));
      const judged = await mapInTurns(
        posteriors,
        (posterior, index) =>
          [distinct[index], conclude(distinct[index] ?? '', posterior)] as const,
        signal,
      );
      const byText = new Map(judged);
      return texts.map((text) => byText.get(text) ?? NO_JUDGEMENT);
    },
  };
};

/** Texts of a turn; the longest sample takes half a millisecond. */
const TEXTS_PER_TURN = 20;

const mapInTurns = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
  signal: AbortSignal | undefined,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index % TEXTS_PER_TURN === 0 && index > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    }
    results.push(work(item, index));
  }
  return results;
};

/** A text that looks like another language only because of the names in it is in a wanted one. */
const withNamesDoubted = (
  text: string,
  posterior: Posterior,
  wanted: ReadonlySet<LanguageTag>,
  weigh: (text: string) => Evidence,
): Judgement => {
  const judgement = chooseLanguage(posterior, wanted);
  if (judgement.isWanted || judgement.language === null) return judgement;
  if (isUnlistedName(text)) return NO_JUDGEMENT;
  const rest = withoutNames(sampleOf(text).join(' '));
  const ofRest = chooseLanguage(weigh(rest).posterior, wanted);
  return ofRest.isWanted && ofRest.confidence >= SURE_OF_REST ? ofRest : judgement;
};
