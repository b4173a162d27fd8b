import { type AppError, isAppError } from '@dragoman/contract';
import { bestRoute, fallbackRoute } from '../routing/fallback-route.js';
import type { Route } from '../routing/route.js';
import type { RouteQuery, Router } from '../routing/router.js';
import { countCodePoints } from '../segmentation/characters.js';
import { bySentence, type TextGroup, type TextsCall } from './by-sentence.js';
import { noTokensLeft } from './call-engine.js';
import { type InstallHint, labelOfTag, noRoute } from './languages.js';
import { type AssembledText, type ReadText, untranslated } from './opened-text.js';
import { unmetNeed } from './plan-guidance.js';
import type { TranslatedText } from './request.js';
import type { TranslateTermsDependencies } from './translate-terms.js';

export interface OverRouteDependencies extends TranslateTermsDependencies {
  readonly installHint: InstallHint;
}

/**
 * Translates texts of a request that share a source language over the best route; where an engine
 * fails, all of them over the next one.
 *
 * @param failed routes that failed during this request
 * @throws AppError for languages without a route
 */
export const overRoute = async (
  texts: readonly ReadText[],
  group: TextGroup,
  dependencies: OverRouteDependencies,
  call: TextsCall,
  failed: readonly Route[] = [],
): Promise<readonly TranslatedText[]> => {
  const { source, target, options } = group;
  const answer = (
    translated: AssembledText,
    { text }: ReadText,
    route?: Route,
  ): TranslatedText => ({
    ...translated,
    source,
    modelType: route?.modelType ?? options.preferredModel,
    billedCharacters: countCodePoints(text),
  });
  if (source === target.base) return texts.map((text) => answer(untranslated(text), text));

  const isSpent = call.budget?.isSpent() === true;
  const router = isSpent ? dependencies.router.withoutLanguageModels() : dependencies.router;
  const query = queryOf(group);
  const route =
    failed.length === 0 ? bestRoute(router, query) : fallbackRoute(router, query, failed);
  if (!route && isSpent && bestRoute(dependencies.router, query)) throw noTokensLeft();
  if (!route)
    throw unmetNeedOf(group, router, query) ?? noRoute(source, target, { ...dependencies, router });
  try {
    const translated = await bySentence(texts, route, group, { ...dependencies, router }, call);
    return texts.map((text, index) => answer(translated[index] ?? untranslated(text), text, route));
  } catch (error) {
    const tried = [...failed, route];
    if (!isEngineFailure(error) || !fallbackRoute(router, query, tried)) throw error;
    const pair = `${source}-${target.base}`;
    dependencies.meter.count('fallbacks', { engine: failedEngines(route), pair });
    return overRoute(texts, group, dependencies, call, tried);
  }
};

const queryOf = ({ source, target, options, needs }: TextGroup): RouteQuery => ({
  source,
  targets: target.tags,
  preferred: options.preferredModel,
  needs: needs.map(({ capability }) => capability),
});

/** The error for a pair that could be translated if less were asked for. */
const unmetNeedOf = (
  { source, target, needs }: TextGroup,
  router: Router,
  query: RouteQuery,
): AppError | undefined => {
  const canServe = (some: RouteQuery['needs']) =>
    bestRoute(router, { ...query, needs: some }) !== undefined;
  const unmet = needs.find(({ capability }) => !canServe([capability])) ?? needs[0];
  if (!unmet || !canServe([])) return undefined;
  return unmetNeed(unmet, `from ${labelOfTag(source)} into ${target.label}`);
};

const failedEngines = ({ legs }: Route): string =>
  [...new Set(legs.map(({ engine }) => engine.id))].join('+');

const isEngineFailure = (error: unknown): boolean =>
  isAppError(error) && error.code === 'engine_failed';
