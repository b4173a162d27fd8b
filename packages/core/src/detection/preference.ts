import type { LanguageTag } from '@dragoman/contract';
import type { Judgement } from './detection.js';
import { likeliest, normalise, type Posterior } from './posterior.js';

/** How much likelier a wanted language is before the text is seen: one natural logarithm. */
const PREFERENCE = Math.E;
/** From here on, all languages that are not wanted taken together, a text may be in none that is. */
const CONFIDENT = 0.6;
/** How much likelier than every wanted language another one has to be. */
const LEAST_RATIO = 3;

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

/**
 * The likeliest wanted language, or the likeliest other one where there is little doubt. Close
 * neighbours share the probability of a text in one of them, so their sum counts as well.
 */
export const chooseLanguage = (
  posterior: Posterior,
  wanted: ReadonlySet<LanguageTag>,
): Judgement => {
  const own = new Map([...posterior].filter(([language]) => wanted.has(language)));
  const others = new Map([...posterior].filter(([language]) => !wanted.has(language)));
  const [ownBest, otherBest] = [likeliest(own), likeliest(others)];
  let probabilityOfOthers = 0;
  for (const probability of others.values()) probabilityOfOthers += probability;
  const isForeign =
    probabilityOfOthers >= CONFIDENT && otherBest.confidence >= LEAST_RATIO * ownBest.confidence;
  return isForeign || own.size === 0
    ? { ...otherBest, isWanted: false }
    : { ...ownBest, isWanted: true };
};
