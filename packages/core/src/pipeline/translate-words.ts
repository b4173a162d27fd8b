import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import type { CarrierFinder, TermMatcher } from '../terms/index.js';
import type { UnitCall } from './leg-wording.js';
import { translateTerms } from './translate-terms.js';
import { type TranslateUnitsDependencies, translateUnits } from './translate-units.js';
import { waysOf } from './ways-of-route.js';

/** What accompanies units: who waits for them, how they are worded, and the customer's words. */
export interface WordsCall extends UnitCall {
  /** The terms of the glossaries that the request names; a request that names one must have them. */
  readonly terms?: TermMatcher;
}

/** What translating units with the customer's words needs. */
export interface TranslateWordsDependencies extends TranslateUnitsDependencies {
  /** Finds words that lend their grammar to terms; without it, terms do without. */
  readonly carriers?: CarrierFinder;
}

/** Translates units over a route, in order, with the customer's words where there are any. */
export const translateWords = (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateWordsDependencies,
  { terms: matcher, signal, budget, wording }: WordsCall,
): Promise<readonly TranslatedUnit[]> => {
  const translate = (others: readonly TranslationUnit[]) =>
    translateUnits(others, route, dependencies, { signal, ...(budget && { budget }), wording });
  if (!matcher) return translate(units);
  const { carriers, meter } = dependencies;
  const findWays = waysOf(route, { carriers, translate }, { signal });
  return translateTerms(units, { matcher, findWays, meter, signal }, translate);
};
