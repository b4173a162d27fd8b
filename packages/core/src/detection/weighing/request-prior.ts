import type { LanguageTag } from '@dragoman/contract';
import { likeliest, type Posterior } from './posterior.js';

/** A text of a request before its neighbours are heard. */
export interface Evidence {
  readonly posterior: Posterior;
  readonly letterCount: number;
}

/** Below this many letters a text seldom settles its language alone. */
const FEW_LETTERS = 13;
const SURE_WITH_FEW_LETTERS = 0.9;
const SURE = 0.55;
/** Beyond about a line, more letters make a text no better witness. */
const WITNESS_LETTERS = 60;
/** Chance that a text is in a language no other text of the request is in. */
const STRAY = 0.03;

const isWeak = ({ posterior, letterCount }: Evidence): boolean => {
  const { language, confidence } = likeliest(posterior);
  if (language === null) return false;
  return confidence < (letterCount < FEW_LETTERS ? SURE_WITH_FEW_LETTERS : SURE);
};

const witnessWeight = ({ letterCount }: Evidence): number => Math.min(letterCount, WITNESS_LETTERS);

const normalise = (weights: ReadonlyMap<LanguageTag, number>): Posterior => {
  let total = 0;
  for (const weight of weights.values()) total += weight;
  return new Map([...weights].map(([language, weight]) => [language, weight / total]));
};

/**
 * Lets weak texts lean on the others of their request: the shares of languages among the other
 * texts, weighted by their letters, serve as prior. A language the text itself all but rules out
 * stays ruled out, and texts that are sure of themselves are left alone.
 */
export const leanOnRequest = (evidence: readonly Evidence[]): readonly Posterior[] => {
  if (evidence.length < 2) return evidence.map(({ posterior }) => posterior);
  const shares = new Map<LanguageTag, number>();
  let total = 0;
  for (const item of evidence) {
    if (item.posterior.size === 0) continue;
    const weight = witnessWeight(item);
    total += weight;
    for (const [language, probability] of item.posterior)
      shares.set(language, (shares.get(language) ?? 0) + weight * probability);
  }
  return evidence.map((item) => {
    const others = total - witnessWeight(item);
    if (others <= 0 || !isWeak(item)) return item.posterior;
    const weight = witnessWeight(item);
    return normalise(
      new Map(
        [...item.posterior].map(([language, probability]) => {
          const share = ((shares.get(language) ?? 0) - weight * probability) / others;
          return [language, probability * (STRAY + Math.max(0, share))];
        }),
      ),
    );
  });
};
