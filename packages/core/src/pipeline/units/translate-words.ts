import type { EngineCallOptions, TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import type { TranslationMemory } from '../../memories/index.js';
import type { Route } from '../../routing/route.js';
import type { TermMatcher } from '../../terms/index.js';
import { translateTerms } from './translate-terms.js';
import { type TranslateUnitsDependencies, translateUnits } from './translate-units.js';
import { waysOf } from './ways-of-route.js';

/** What accompanies a request: who waits for it, and the customer's words. */
export interface TranslateCall extends EngineCallOptions {
  /** The terms of the glossaries that the request names; a request that names one must have them. */
  readonly terms?: TermMatcher;
  /** The translation memory that the request names; a request that names one must have it. */
  readonly memory?: TranslationMemory;
}

/** Translates units over a route, in order, with the customer's words where there are any. */
export const translateWords = (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateUnitsDependencies,
  { terms: matcher, signal }: TranslateCall,
): Promise<readonly TranslatedUnit[]> => {
  const translate = (others: readonly TranslationUnit[]) =>
    translateUnits(others, route, dependencies, { signal });
  if (!matcher) return translate(units);
  const { meter } = dependencies;
  return translateTerms(units, { matcher, findWays: waysOf(route, { signal }), meter }, translate);
};
