import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import type { Engine, ModelType } from '../engine.js';
import { type Leg, measuredScoreOf, type Route } from './route.js';
import {
  buildGraph,
  byPreference,
  candidatesOf,
  findBest,
  type Graph,
  legOf,
  type NeededCapability,
  type OfferedCapability,
  type RouteQuery,
  type RouterOptions,
} from './route-candidates.js';

export type {
  NeededCapability,
  OfferedCapability,
  RouteQuery,
  RouterOptions,
} from './route-candidates.js';

/** Finds routes in the graph of what the engines can translate now. */
export interface Router {
  /**
   * The best installed route whose last engine can do what is needed, or undefined. Ranked by: fewer
   * legs, models the operator installed, the preferred kind of model, the score. Routes that need a
   * starter model are ranked as if all had the same number of legs.
   *
   * @param targets acceptable targets, the wanted one first: a variant, then its base language
   * @param needs by default nothing
   */
  route(
    source: LanguageTag,
    targets: readonly LanguageTag[],
    preferred: ModelType,
    needs?: readonly NeededCapability[],
  ): Route | undefined;
  /** All installed routes whose last engine can do what is needed, the best first, whatever their number of legs. */
  routes(
    source: LanguageTag,
    targets: readonly LanguageTag[],
    preferred: ModelType,
    needs?: readonly NeededCapability[],
  ): readonly Route[];
  /**
   * Other engines' legs for the same pair, in order of preference. A language model is among them
   * only for another one or for a model of the quality kind: who wants speed does not wait for one.
   */
  alternatives(leg: Leg): readonly Leg[];
  /** The best routes through other languages that do the same as a leg, without language models. */
  detours(leg: Leg): readonly Route[];
  /** Every base language something can be translated from. */
  sources(): ReadonlySet<LanguageTag>;
  /** Every tag something can be translated into: base languages, and variants with own models. */
  targets(): ReadonlySet<LanguageTag>;
  /** Base languages that only starter models translate from. */
  starterSources(): ReadonlySet<LanguageTag>;
  /** Tags that only starter models translate into. */
  starterTargets(): ReadonlySet<LanguageTag>;
  /** Base languages that only rule-based engines translate from. */
  ruleBasedSources(): ReadonlySet<LanguageTag>;
  /** Tags that only rule-based engines translate into. */
  ruleBasedTargets(): ReadonlySet<LanguageTag>;
  /** What could be translated if its model had not failed; it is tried again soon. */
  failedPairs(): readonly LanguagePair[];
  /** Measured quality of a route, as chrF from 0 to 100; undefined if it was not measured. */
  measuredScore(route: Route): number | undefined;
  /** The targets into which some engine that has the capability translates. */
  targetsWith(capability: OfferedCapability): ReadonlySet<LanguageTag>;
  /** Whether some engine has the capability, even if it fails at the moment. */
  hasEngineWith(capability: OfferedCapability): boolean;
  /**
   * Legs from a language into itself, over the engines that can rewrite it, in order of preference.
   *
   * @param target the language, or a variant of it
   */
  rewriters(target: LanguageTag): readonly Leg[];
  /** The same for all engines that are no language models. */
  withoutLanguageModels(): Router;
}

/**
 * @param engines in order of preference: the earlier one wins between equal routes
 */
export const createRouter = (engines: readonly Engine[], options: RouterOptions): Router => {
  let graph = buildGraph(engines);
  let others: Router | undefined;

  const current = (): Graph => {
    const changed = engines.some((engine, index) => engine.pairs() !== graph.pairsByEngine[index]);
    if (changed) graph = buildGraph(engines);
    return graph;
  };

  /** Of as many legs as are allowed, but not fewer than `minLegs`. */
  const candidatesFrom = (query: RouteQuery, minLegs: number) =>
    Array.from({ length: options.maxPivots + 2 - minLegs }, (_, index) =>
      candidatesOf(current().legsFrom, query, minLegs + index, options),
    ).flat();

  return {
    route(source, targets, preferred, needs = []) {
      const { routes, legsFrom } = current();
      const key = `${source}>${targets.join()} ${preferred} ${needs.join()}`;
      if (!routes.has(key))
        routes.set(key, findBest(legsFrom, { source, targets, preferred, needs }, options));
      return routes.get(key);
    },
    routes: (source, targets, preferred, needs = []) =>
      candidatesFrom({ source, targets, preferred, needs }, 1)
        .sort(byPreference)
        .map(({ route }) => route),
    alternatives: (leg) =>
      (current().legsFrom.get(leg.source) ?? [])
        .filter(({ engine, pair }) => engine !== leg.engine && pair.target === leg.target)
        .filter(({ engine }) => !engine.capabilities.isLanguageModel || mayWait(leg))
        .map(({ engine, pair }) => legOf(engine, pair, leg.modelType, leg.variant)),
    detours: ({ source, target, modelType }) =>
      candidatesFrom({ source, targets: [target], preferred: modelType, needs: [] }, 2)
        .filter(({ route }) => !route.legs.some((leg) => leg.engine.capabilities.isLanguageModel))
        .sort(byPreference)
        .slice(0, MAX_DETOURS)
        .map(({ route }) => route),
    sources: () => current().sources,
    targets: () => current().targets,
    starterSources: () => current().starterSources,
    starterTargets: () => current().starterTargets,
    ruleBasedSources: () => current().ruleBasedSources,
    ruleBasedTargets: () => current().ruleBasedTargets,
    failedPairs: () => engines.flatMap((engine) => engine.failedPairs?.() ?? []),
    measuredScore: (route) => measuredScoreOf(route, options.scores),
    targetsWith: (capability) => current().targetsWith[capability],
    hasEngineWith: (capability) => engines.some(({ capabilities }) => capabilities[capability]),
    withoutLanguageModels: () => {
      others ??= createRouter(
        engines.filter(({ capabilities }) => !capabilities.isLanguageModel),
        options,
      );
      return others;
    },
    rewriters: (target) => {
      const pair = { source: baseOf(target), target: baseOf(target), modelTypes: [QUALITY] };
      return engines
        .filter((engine) => engine.capabilities.rewriting && canWrite(engine, target))
        .map((engine) => legOf(engine, pair, QUALITY, target));
    },
  };
};

/** Each costs as many calls as it has legs. */
const MAX_DETOURS = 2;

const QUALITY: ModelType = 'quality_optimized';

const canWrite = (engine: Engine, wanted: LanguageTag): boolean =>
  engine.pairs().some(({ target }) => target === wanted || target === baseOf(wanted));

/** Whether a caller who asked for a leg has time for a language model. */
const mayWait = ({ engine, modelType }: Leg): boolean =>
  engine.capabilities.isLanguageModel === true || modelType === 'quality_optimized';

/** Each failed route may have cost seconds of the caller's time. */
const MAX_FAILED_ROUTES = 3;

/** The best route there is. */
export const bestRoute = (
  router: Router,
  { source, targets, preferred, needs }: RouteQuery,
): Route | undefined => router.route(source, targets, preferred, needs);

/**
 * The best route after others have failed: with few legs, and rather by engines that had no part in
 * the failure. Undefined where there is none, or enough was tried.
 *
 * @param failed routes that failed during this request
 */
export const fallbackRoute = (
  router: Router,
  { source, targets, preferred, needs }: RouteQuery,
  failed: readonly Route[],
): Route | undefined => {
  if (failed.length >= MAX_FAILED_ROUTES) return undefined;
  const suspects = new Set(failed.flatMap(({ legs }) => legs.map(({ engine }) => engine)));
  const others = router
    .routes(source, targets, preferred, needs)
    .filter((route) => !failed.some((other) => isSameRoute(route, other)))
    .toSorted((one, two) => one.legs.length - two.legs.length);
  return (
    others.find(({ legs }) => legs.every(({ engine }) => !suspects.has(engine))) ??
    others.find(({ legs }) => legs.every(({ engine }) => !engine.capabilities.isLanguageModel))
  );
};

const isSameRoute = (one: Route, two: Route): boolean =>
  one.legs.length === two.legs.length &&
  one.legs.every(({ engine, source, target }, index) => {
    const other = two.legs[index];
    return other?.engine === engine && other.source === source && other.target === target;
  });
