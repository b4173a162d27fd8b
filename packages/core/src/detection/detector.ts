import type { LanguageTag } from '@dragoman/contract';
import type { FindLetterCase } from '../engine.js';
import { mapYielding } from '../event-loop.js';
import { cueScore, LANGUAGES_WITH_CUES } from './cue-words.js';
import type { Detection, DetectionResult, Detector } from './detection.js';
import { createHanCounter, type HanCounter } from './han.js';
import { ELD_LANGUAGES, eldScores, loadNgramModel, type NgramModel } from './ngrams.js';
import {
  INTERFACE_LANGUAGE,
  isInterfaceEnglish,
  openingLanguages,
  phraseLanguages,
  weighKnownPhrase,
} from './phrases.js';
import {
  countForeignLetters,
  countScripts,
  dominantScript,
  isWrittenIn,
  type Script,
  scriptLanguages,
  specialLettersOf,
} from './scripts.js';
import {
  applyRequestPrior,
  chooseLanguage,
  createRequestPrior,
  doubtTarget,
  type Evidence,
  hanPosterior,
  hanVariant,
  languagePrior,
  likeliest,
  type Posterior,
  preferWanted,
  softmax,
} from './weigh-evidence.js';
import { isAbbreviation, mayBeName, sampleWords, withoutNames } from './words.js';

/** Where the script leaves one candidate. Latin letters are also used for names of any language. */
const SOLE_CANDIDATE = 0.99;
const SOLE_LATIN_CANDIDATE = 0.9;
/** From here on the words of a text that are no names outweigh those that may be. */
const SURE_OF_REST = 0.8;

const NOTHING: Evidence = { posterior: new Map(), letterCount: 0 };
const NO_RESULT: DetectionResult = { language: null, confidence: 0, isWanted: false };

/** The base languages that can be detected. */
export const DETECTABLE_LANGUAGES: ReadonlySet<LanguageTag> = new Set([
  ...ELD_LANGUAGES,
  ...LANGUAGES_WITH_CUES,
  ...scriptLanguages(),
]);

const soleCandidate = (language: LanguageTag, script: Script): Posterior =>
  new Map([[language, script === 'Latn' ? SOLE_LATIN_CANDIDATE : SOLE_CANDIDATE]]);

const WHOLE_UNTIL_UNITS = 600;
const START_UNITS = 400;
const MIDDLE_UNITS = 200;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const atCodePoint = (text: string, index: number): number =>
  isLowSurrogate(text.charCodeAt(index)) ? index - 1 : index;

/**
 * The part of a text that detection looks at: all of it up to 600 UTF-16 code units, else 400
 * from the start and 200 from the middle, so that a heading in another language does not decide
 * alone. Never cuts a surrogate pair.
 */
export const sampleOf = (text: string): readonly string[] => {
  if (text.length <= WHOLE_UNTIL_UNITS) return [text];
  const middle = atCodePoint(text, Math.floor(text.length / 2));
  return [
    text.slice(0, atCodePoint(text, START_UNITS)),
    text.slice(middle, atCodePoint(text, middle + MIDDLE_UNITS)),
  ];
};

const STOCK_PHRASE = 8;
const OPENING_PHRASE = 2.5;
const FOREIGN_LETTER = -3;
const INTERFACE_ENGLISH = 2.5;

/** eld's Serbian is the Cyrillic one. */
const isKnownToEld = (language: LanguageTag, script: Script): boolean =>
  ELD_LANGUAGES.has(language) && !(language === 'sr' && script === 'Latn');

/**
 * Log-likelihoods of the candidates, up to a common constant, each with what is known of the
 * language before any text is seen. Candidates that nothing is known of are left out.
 *
 * @param candidates languages written in the script
 */
const compareLanguages = (
  eld: NgramModel,
  words: readonly string[],
  script: Script,
  candidates: readonly LanguageTag[],
): ReadonlyMap<LanguageTag, number> => {
  const all = eldScores(eld, words);
  const known = candidates.filter((language) => isKnownToEld(language, script));
  const scores = new Map<LanguageTag, number>();
  // eld leaves out languages without any n-gram in common: zero on its scale.
  for (const language of known) scores.set(language, all.get(language) ?? 0);
  const distinctWords = new Set(words);
  const competitors = known.length > 0 ? known : ELD_LANGUAGES;
  for (const language of candidates) {
    if (isKnownToEld(language, script) || !LANGUAGES_WITH_CUES.has(language)) continue;
    const score = cueScore(language, distinctWords, all, competitors);
    if (score !== undefined) scores.set(language, score);
  }
  const letters = specialLettersOf(words);
  for (const [language, score] of scores) {
    const foreignLetters = countForeignLetters(language, letters);
    scores.set(language, score + languagePrior(language) + FOREIGN_LETTER * foreignLetters);
  }
  const add = (language: LanguageTag, bonus: number): void => {
    const score = scores.get(language);
    if (score !== undefined) scores.set(language, score + bonus);
  };
  for (const language of phraseLanguages(words)) add(language, STOCK_PHRASE);
  for (const language of openingLanguages(words)) add(language, OPENING_PHRASE);
  if (isInterfaceEnglish(words)) add(INTERFACE_LANGUAGE, INTERFACE_ENGLISH);
  return scores;
};

/** What evidence comes from. */
interface Sources {
  readonly eld: NgramModel;
  readonly countHan: HanCounter;
  readonly findLetterCase: FindLetterCase | undefined;
}

const withAdded = (
  scores: ReadonlyMap<LanguageTag, number>,
  additions: ReadonlyMap<LanguageTag, number>,
): ReadonlyMap<LanguageTag, number> =>
  new Map(
    [...scores].map(([language, score]) => [language, score + (additions.get(language) ?? 0)]),
  );

const gather = (
  text: string,
  candidates: ReadonlySet<LanguageTag>,
  { eld, countHan, findLetterCase }: Sources,
): Evidence => {
  const pieces = sampleOf(text);
  const scripts = countScripts(pieces);
  const script = dominantScript(scripts);
  // One Greek letter is a symbol: μ, Ω.
  if (!script || (script === 'Grek' && scripts.get(script) === 1)) return NOTHING;
  const fitting = [...candidates].filter((language) => isWrittenIn(language, script));
  const [only] = fitting;
  if (only === undefined) return NOTHING;
  const { words, letterCount } = sampleWords(pieces);
  if (script === 'Latn' && isAbbreviation(text) && !isStockPhrase(words)) return NOTHING;
  if (fitting.length === 1) return { posterior: soleCandidate(only, script), letterCount };
  const posterior =
    script === 'Hani'
      ? hanPosterior(countHan(pieces), fitting)
      : softmax(
          withAdded(
            compareLanguages(eld, words, script, fitting),
            findLetterCase ? weighKnownPhrase(text, words, findLetterCase) : new Map(),
          ),
        );
  const isOwn = isInterfaceEnglish(words) && likeliest(posterior).language === INTERFACE_LANGUAGE;
  return { posterior, letterCount, isOwn };
};

const isStockPhrase = (words: readonly string[]): boolean => phraseLanguages(words).length > 0;

const isUnlistedName = (text: string): boolean =>
  mayBeName(text) && !isStockPhrase(sampleWords([text]).words);

/**
 * Loads the language model and the Han tables.
 * Make one and keep it: it has no state of its own beyond them.
 *
 * @param findLetterCase dictionaries, for the words that say too little by their letters
 */
export const createDetector = async (findLetterCase?: FindLetterCase): Promise<Detector> => {
  const eld = loadNgramModel();
  const countHan = createHanCounter();
  const sources = { eld, countHan, findLetterCase };
  const describe = (text: string, detection: Detection): Detection => {
    if (detection.language !== 'zh') return detection;
    const variant = hanVariant(countHan(sampleOf(text)));
    return variant ? { ...detection, variant } : detection;
  };
  const preferring = (wanted: ReadonlySet<LanguageTag>, target?: LanguageTag) => {
    const candidates = new Set([...wanted, ...DETECTABLE_LANGUAGES]);
    const weigh = (text: string): Evidence => {
      const evidence = gather(text, candidates, sources);
      const posterior = preferWanted(evidence.posterior, wanted);
      return { ...evidence, posterior: target ? doubtTarget(posterior, target) : posterior };
    };
    const conclude = (text: string, posterior: Posterior): DetectionResult => {
      const { isWanted, ...detection } = withNamesDoubted(text, posterior, wanted, weigh);
      return { ...describe(text, detection), isWanted };
    };
    return { weigh, conclude };
  };
  return {
    detect: (texts, candidates) => {
      const evidence = texts.map((text) => gather(text, candidates, sources));
      return applyRequestPrior(evidence).map((posterior, index) =>
        describe(texts[index] ?? '', likeliest(posterior)),
      );
    },
    detectPreferring: (texts, wanted) => {
      const { weigh, conclude } = preferring(wanted);
      return applyRequestPrior(texts.map(weigh)).map((posterior, index) =>
        conclude(texts[index] ?? '', posterior),
      );
    },
    async detectPreferringYielding(texts, wanted, { target, signal } = {}) {
      const { weigh, conclude } = preferring(wanted, target);
      const distinct = [...new Set(texts)];
      const prior = createRequestPrior();
      const weighed = await mapYielding(distinct, signal, costOfSample, (text) => {
        const evidence = weigh(text);
        prior.add(evidence);
        return evidence;
      });
      const results = await mapYielding(
        weighed,
        signal,
        costOfSample,
        (evidence, index) =>
          [distinct[index], conclude(distinct[index] ?? '', prior.applyTo(evidence))] as const,
      );
      const byText = new Map(results);
      return texts.map((text) => byText.get(text) ?? NO_RESULT);
    },
  };
};

/**
 * What a text costs, as {@link mapYielding} counts it, whatever its length: only a sample is looked at, and
 * the longest one takes half a millisecond.
 */
const costOfSample = (): number => 160;

/** A text that looks like another language only because of the names in it is in a wanted one. */
const withNamesDoubted = (
  text: string,
  posterior: Posterior,
  wanted: ReadonlySet<LanguageTag>,
  weigh: (text: string) => Evidence,
): DetectionResult => {
  const result = chooseLanguage(posterior, wanted);
  if (result.isWanted || result.language === null) return result;
  if (isUnlistedName(text)) return NO_RESULT;
  const rest = withoutNames(sampleOf(text).join(' '));
  const ofRest = chooseLanguage(weigh(rest).posterior, wanted);
  return ofRest.isWanted && ofRest.confidence >= SURE_OF_REST ? ofRest : result;
};

/** A text with fewer letters may be in more languages than the detector knows. */
const FEW_LETTERS = 20;
const MAX_WITH_FEW_LETTERS = 0.9;

/** {@link detectLanguages}, with what is installed now and the detector given. */
export type DetectLanguages = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Detection[]>;

const countLetters = (text: string): number => {
  let count = 0;
  for (const _ of text.matchAll(/\p{L}/gu)) if (++count === FEW_LETTERS) break;
  return count;
};

/**
 * Says what texts are written in, for somebody who asks for just that. Its confidence stays at 0.9
 * at most for texts of fewer than 20 letters.
 *
 * @param texts one request's texts: short ones lean on the others
 * @param installed languages something can be translated from; an unsure answer is one of them
 * @returns one answer per text, in order
 * @throws the signal's reason once it aborts
 */
export const detectLanguages = async (
  texts: readonly string[],
  installed: ReadonlySet<LanguageTag>,
  detector: Detector,
  signal: AbortSignal,
): Promise<readonly Detection[]> => {
  const results = await detector.detectPreferringYielding(texts, installed, { signal });
  return results.map(({ isWanted: _, ...detection }, index) =>
    countLetters(texts[index] ?? '') < FEW_LETTERS
      ? { ...detection, confidence: Math.min(detection.confidence, MAX_WITH_FEW_LETTERS) }
      : detection,
  );
};
