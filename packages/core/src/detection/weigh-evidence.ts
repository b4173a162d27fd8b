import type { LanguageTag } from '@dragoman/contract';
import type { DetectionResult } from './detection.js';
import type { HanCensus } from './han.js';

/** How likely each language is; the values add up to 1. */
export type Posterior = ReadonlyMap<LanguageTag, number>;

/** Normalises log-likelihoods. */
export const softmax = (scores: ReadonlyMap<LanguageTag, number>): Posterior => {
  const highest = Math.max(...scores.values());
  const posterior = new Map<LanguageTag, number>();
  let total = 0;
  for (const [language, score] of scores) {
    const weight = Math.exp(score - highest);
    posterior.set(language, weight);
    total += weight;
  }
  for (const [language, weight] of posterior) posterior.set(language, weight / total);
  return posterior;
};

/** Makes weights add up to 1. */
const normalise = (weights: ReadonlyMap<LanguageTag, number>): Posterior => {
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return new Map([...weights].map(([language, weight]) => [language, weight / total]));
};

/** The likeliest language; the first one listed among equals. */
export const likeliest = (
  posterior: Posterior,
): { readonly language: LanguageTag | null; readonly confidence: number } => {
  let language: LanguageTag | null = null;
  let confidence = 0;
  for (const [candidate, probability] of posterior) {
    if (probability > confidence) {
      language = candidate;
      confidence = probability;
    }
  }
  return { language, confidence };
};

/** A text of a request before its neighbours are heard. */
export interface Evidence {
  readonly posterior: Posterior;
  readonly letterCount: number;
  /** Its words name the language, however unsure the statistics are: English buttons. */
  readonly isOwn?: boolean;
}

/** Beyond about a line, more letters make a text no better witness. */
const WITNESS_LETTERS = 60;
/** A text says something of its own where its language is this much likelier than the others'. */
const OWN_EVIDENCE = 4;
/** Chance that a text without evidence is in a language no other text of the request is in. */
const STRAY = 0.03;

const witnessWeight = ({ letterCount }: Evidence): number => Math.min(letterCount, WITNESS_LETTERS);

/**
 * Lets texts that say nothing of their own lean on the others of their request: the shares of
 * languages among the other texts, weighted by their letters, serve as prior. Only languages that
 * fit the text about as well as its likeliest one can win, and no rare one.
 */
export const applyRequestPrior = (evidence: readonly Evidence[]): readonly Posterior[] => {
  const prior = createRequestPrior();
  for (const item of evidence) prior.add(item);
  return evidence.map(prior.applyTo);
};

/** What {@link applyRequestPrior} does, one text after the other. */
interface RequestPrior {
  add(item: Evidence): void;
  /** Once all are added. */
  applyTo(item: Evidence): Posterior;
}

export const createRequestPrior = (): RequestPrior => {
  const shares = new Map<LanguageTag, number>();
  let total = 0;
  return {
    add(item) {
      const weight = item.posterior.size === 0 ? 0 : witnessWeight(item);
      total += weight;
      for (const [language, probability] of item.posterior)
        shares.set(language, (shares.get(language) ?? 0) + weight * probability);
    },
    applyTo(item) {
      const { posterior } = item;
      const fitting = fittingLanguages(posterior);
      const weight = witnessWeight(item);
      const others = total - weight;
      if (item.isOwn || others <= 0 || fitting.size < 2) return posterior;
      return normalise(
        new Map(
          [...posterior].map(([language, probability]) => {
            const all = fitting.has(language) ? (shares.get(language) ?? 0) : 0;
            const share = Math.max(0, all - weight * probability) / others;
            return [language, probability * (STRAY + share)];
          }),
        ),
      );
    },
  };
};

/** English is what short foreign-looking text turns out to be most often: product names, interfaces. */
const ENGLISH = 1.2;
/** eld leans to their larger or closer sibling (Danish, Czech, Croatian) where both have the word. */
const SIBLING = 0.3;
const RARE = -1;

/** Latin-script languages few texts to translate are in, though short words often resemble them. */
const RARE_LANGUAGES: ReadonlySet<LanguageTag> = new Set(
  'af an az br bs cy eo eu ga lb mt oc sq sw tl yo'.split(' '),
);

const PRIORS: ReadonlyMap<LanguageTag, number> = new Map([
  ['en', ENGLISH],
  ['nb', SIBLING],
  ['sk', SIBLING],
  ['sl', SIBLING],
  // The rare ones among eld's languages; those told by cue words have handicaps of their own.
  ...['az', 'eu', 'sq', 'tl', 'yo'].map((language) => [language, RARE] as const),
]);

/** How common a language is as input, in natural logarithms; 0 for most. */
export const languagePrior = (language: LanguageTag): number => PRIORS.get(language) ?? 0;

/** Whether few texts are in a language, so that none is taken for it because of its neighbours. */
const isRare = (language: LanguageTag): boolean => RARE_LANGUAGES.has(language);

/** The likeliest language, and those about as likely that may be taken from the neighbours. */
const fittingLanguages = (posterior: Posterior): ReadonlySet<LanguageTag> => {
  const { language: best, confidence } = likeliest(posterior);
  const fits = (language: LanguageTag, probability: number): boolean =>
    language === best || (probability * OWN_EVIDENCE >= confidence && !isRare(language));
  return new Set([...posterior].filter((entry) => fits(...entry)).map(([language]) => language));
};

const CERTAIN = 0.95;
const UNDECIDED = 0.7;
/** Kanji without any kana beyond this many characters is unusual. */
const SHORT_CHARACTERS = 12;

const languageOf = (
  census: HanCensus,
  has: (language: LanguageTag) => boolean,
): readonly [LanguageTag, number] => {
  const mixesStandards = census.notTraditional > 0 && census.notSimplified > 0;
  if (has('yue') && census.cantonese > 0 && census.onlyJapanese === 0) return ['yue', CERTAIN];
  if (census.onlyJapanese > 0 && census.onlyJapanese >= census.onlySimplified)
    return ['ja', CERTAIN];
  if (mixesStandards && census.notJapanese === 0) return ['ja', CERTAIN];
  if (census.notJapanese > 0 || census.characters > SHORT_CHARACTERS) return ['zh', CERTAIN];
  return ['zh', UNDECIDED];
};

/**
 * Shares the probability of text in Han characters alone among the candidates. The figures are
 * judgements, not fitted.
 */
export const hanPosterior = (census: HanCensus, candidates: readonly LanguageTag[]): Posterior => {
  const [found, confidence] = languageOf(census, (language) => candidates.includes(language));
  const winner = candidates.includes(found) ? found : candidates.includes('zh') ? 'zh' : 'ja';
  const others = candidates.filter((language) => language !== winner);
  return new Map([
    [winner, confidence],
    ...others.map((language) => [language, (1 - confidence) / others.length] as const),
  ]);
};

/** Simplified or traditional, by which standard lacks more of the characters. */
export const hanVariant = (census: HanCensus): 'Hans' | 'Hant' | undefined => {
  if (census.notTraditional === census.notSimplified) return undefined;
  return census.notTraditional > census.notSimplified ? 'Hans' : 'Hant';
};

/** How much likelier a wanted language is before the text is seen: one natural logarithm. */
const PREFERENCE = Math.E;
/** From here on, all languages that are not wanted taken together, a text may be in none that is. */
const CONFIDENT = 0.6;
/** How much likelier than every wanted language another one has to be. */
const MIN_RATIO = 3;

/** Makes wanted languages somewhat likelier, which matters where the text itself says little. */
export const preferWanted = (posterior: Posterior, wanted: ReadonlySet<LanguageTag>): Posterior =>
  normalise(
    new Map(
      [...posterior].map(([language, probability]) => [
        language,
        wanted.has(language) ? probability * PREFERENCE : probability,
      ]),
    ),
  );

/** From here on, a text says itself that it is in the target language. */
const CLEARLY_TARGET = 0.75;
/** How much less likely the target language is than it looks, where the text leaves it open. */
const UNLIKELY_TARGET = Math.E ** -2;

/** Makes the target language of a translation less likely as its source, unless the text is clear. */
export const doubtTarget = (posterior: Posterior, target: LanguageTag): Posterior => {
  const probability = posterior.get(target) ?? 0;
  return probability === 0 || probability >= CLEARLY_TARGET
    ? posterior
    : normalise(new Map(posterior).set(target, probability * UNLIKELY_TARGET));
};

/**
 * The likeliest wanted language, or the likeliest other one where there is little doubt. Close
 * neighbours share the probability of a text in one of them, so their sum counts as well.
 */
export const chooseLanguage = (
  posterior: Posterior,
  wanted: ReadonlySet<LanguageTag>,
): DetectionResult => {
  const own = new Map([...posterior].filter(([language]) => wanted.has(language)));
  const others = new Map([...posterior].filter(([language]) => !wanted.has(language)));
  const [ownBest, otherBest] = [likeliest(own), likeliest(others)];
  let probabilityOfOthers = 0;
  for (const probability of others.values()) probabilityOfOthers += probability;
  const isForeign =
    probabilityOfOthers >= CONFIDENT && otherBest.confidence >= MIN_RATIO * ownBest.confidence;
  return isForeign || own.size === 0
    ? { ...otherBest, isWanted: false }
    : { ...ownBest, isWanted: true };
};
