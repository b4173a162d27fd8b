import type { LanguageTag } from '@dragoman/contract';

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
export const normalise = (weights: ReadonlyMap<LanguageTag, number>): Posterior => {
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
