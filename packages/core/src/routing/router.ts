import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { Engine, EngineCapabilities, EnginePair, ModelType } from '../engine/engine.js';
import { type Leg, type Route, routeOf } from './route.js';
import { measuredScoreOf, type RouteScores, scoreOf } from './route-score.js';

export interface RouterOptions {
  /** Most languages in between. 0 allows direct pairs only. */
  readonly maxPivots: number;
  readonly scores: RouteScores;
  /** Those of the scores that the operator measured: between such routes they decide about quality. */
  readonly evaluated?: RouteScores;
  /** Ids of engines by pair in small letters, `en>pt-br` or `en>pt`, that go before all others. */
  readonly preferredEngines?: ReadonlyMap<string, string>;
}

/** Finds routes in the graph of what the engines can translate now. */
export interface Router {
  /**
   * The best installed route whose last engine can do what is needed, or undefined. Fewer legs first, then models the operator installed,
   * then the preferred kind of model, then the better score. A route with a starter model has no
   * advantage from fewer legs.
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
  failedPairs(): readonly Pick<EnginePair, 'source' | 'target'>[];
  /** Measured quality of a route, as chrF from 0 to 100; undefined if it was not measured. */
  measuredScore(route: Route): number | undefined;
  /** The targets into which some engine that has the capability translates. */
  targetsWith(capability: NeededCapability): ReadonlySet<LanguageTag>;
}

/** What a request may need of the engine that writes the translation. */
export type NeededCapability = keyof Pick<EngineCapabilities, 'formality' | 'instructions'>;

/** Pairs of all engines at one moment, with what was derived from them. */
interface Graph {
  readonly pairsByEngine: readonly (readonly EnginePair[])[];
  readonly legsFrom: ReadonlyMap<LanguageTag, readonly LegOffer[]>;
  readonly sources: ReadonlySet<LanguageTag>;
  readonly targets: ReadonlySet<LanguageTag>;
  readonly starterSources: ReadonlySet<LanguageTag>;
  readonly starterTargets: ReadonlySet<LanguageTag>;
  readonly ruleBasedSources: ReadonlySet<LanguageTag>;
  readonly ruleBasedTargets: ReadonlySet<LanguageTag>;
  readonly targetsWith: Readonly<Record<NeededCapability, ReadonlySet<LanguageTag>>>;
  readonly routes: Map<string, Route | undefined>;
}

interface LegOffer {
  readonly engine: Engine;
  readonly pair: EnginePair;
}

/**
 * @param engines in order of preference: the earlier one wins between equal routes
 */
export const createRouter = (engines: readonly Engine[], options: RouterOptions): Router => {
  let graph = buildGraph(engines);

  const current = (): Graph => {
    const changed = engines.some((engine, index) => engine.pairs() !== graph.pairsByEngine[index]);
    if (changed) graph = buildGraph(engines);
    return graph;
  };

  return {
    route(source, targets, preferred, needs = []) {
      const { routes, legsFrom } = current();
      const key = `${source}>${targets.join()} ${preferred} ${needs.join()}`;
      if (!routes.has(key))
        routes.set(key, findBest(legsFrom, source, targets, preferred, needs, options));
      return routes.get(key);
    },
    routes: (source, targets, preferred, needs = []) =>
      Array.from({ length: options.maxPivots + 1 }, (_, pivots) =>
        candidatesOf(current().legsFrom, source, targets, preferred, needs, pivots + 1, options),
      )
        .flat()
        .sort(byPreference)
        .map(({ route }) => route),
    alternatives: (leg) =>
      (current().legsFrom.get(leg.source) ?? [])
        .filter(({ engine, pair }) => engine !== leg.engine && pair.target === leg.target)
        .filter(({ engine }) => !engine.capabilities.isLanguageModel || mayWait(leg))
        .map(({ engine, pair }) => legOf(engine, pair, leg.modelType, leg.variant)),
    sources: () => current().sources,
    targets: () => current().targets,
    starterSources: () => current().starterSources,
    starterTargets: () => current().starterTargets,
    ruleBasedSources: () => current().ruleBasedSources,
    ruleBasedTargets: () => current().ruleBasedTargets,
    failedPairs: () => engines.flatMap((engine) => engine.failedPairs?.() ?? []),
    measuredScore: (route) => measuredScoreOf(route, options.scores),
    targetsWith: (capability) => current().targetsWith[capability],
  };
};

const buildGraph = (engines: readonly Engine[]): Graph => {
  const pairsByEngine = engines.map((engine) => engine.pairs());
  const legsFrom = new Map<LanguageTag, LegOffer[]>();
  for (const [index, engine] of engines.entries()) {
    for (const pair of pairsByEngine[index] ?? []) {
      const offers = legsFrom.get(pair.source) ?? [];
      offers.push({ engine, pair });
      legsFrom.set(pair.source, offers);
    }
  }
  const pairs = pairsByEngine.flat();
  const targetsWith = (capability: NeededCapability): ReadonlySet<LanguageTag> =>
    new Set(
      engines.flatMap(({ capabilities }, index) =>
        capabilities[capability] ? (pairsByEngine[index] ?? []).map((pair) => pair.target) : [],
      ),
    );
  const sources = new Set(pairs.map((pair) => pair.source));
  const targets = new Set(pairs.map((pair) => pair.target));
  const others = pairs.filter((pair) => pair.origin !== 'starter');
  const modelled = engines.flatMap((engine, index) =>
    engine.capabilities.isRuleBased ? [] : (pairsByEngine[index] ?? []),
  );
  return {
    pairsByEngine,
    legsFrom,
    sources,
    targets,
    starterSources: without(sources, new Set(others.map((pair) => pair.source))),
    starterTargets: without(targets, new Set(others.map((pair) => pair.target))),
    ruleBasedSources: without(sources, new Set(modelled.map((pair) => pair.source))),
    ruleBasedTargets: without(targets, new Set(modelled.map((pair) => pair.target))),
    targetsWith: {
      formality: targetsWith('formality'),
      instructions: targetsWith('instructions'),
    },
    routes: new Map(),
  };
};

/** Whether a caller who asked for a leg has time for a language model. */
const mayWait = ({ engine, modelType }: Leg): boolean =>
  engine.capabilities.isLanguageModel === true || modelType === 'quality_optimized';

const without = <Item>(all: ReadonlySet<Item>, some: ReadonlySet<Item>): ReadonlySet<Item> =>
  new Set([...all].filter((item) => !some.has(item)));

/** A route with what decides between it and others. */
interface Candidate {
  readonly route: Route;
  /** 0 for the wanted variant, 1 for its base language. */
  readonly targetRank: number;
  /** What the operator measured, where the better translation is wanted. */
  readonly evaluated: number;
  /** Whether the operator chose its engine for the pair. */
  readonly isByPreferredEngine: boolean;
  readonly isInstalled: boolean;
  readonly isPreferredKind: boolean;
  readonly score: number;
}

/** The routes of exactly so many legs, in no order. */
const candidatesOf = (
  legsFrom: Graph['legsFrom'],
  source: LanguageTag,
  targets: readonly LanguageTag[],
  preferred: ModelType,
  needs: readonly NeededCapability[],
  legCount: number,
  options: RouterOptions,
): readonly Candidate[] =>
  routesOf(legsFrom, source, targets, preferred, needs, legCount).map((route) => ({
    route,
    targetRank: targets.indexOf(route.legs.at(-1)?.target ?? ''),
    evaluated: (preferred === 'quality_optimized' && options.evaluated?.get(route.id)) || 0,
    isByPreferredEngine: isByPreferredEngine(route, source, targets, options),
    isInstalled: route.legs.every((leg) => isChosen(leg, preferred)),
    isPreferredKind: route.modelType === preferred,
    score: scoreOf(route, options.scores),
  }));

const isByPreferredEngine = (
  { legs }: Route,
  source: LanguageTag,
  targets: readonly LanguageTag[],
  { preferredEngines }: RouterOptions,
): boolean => {
  const [preferred] = targets.flatMap(
    (target) => preferredEngines?.get(`${source}>${target.toLowerCase()}`) ?? [],
  );
  return legs.every(({ engine }) => engine.id === preferred);
};

/** An operator who adds a language model wants its quality, not its speed. */
const isChosen = ({ engine, origin }: Leg, preferred: ModelType): boolean =>
  origin === 'installed' ||
  (engine.capabilities.isLanguageModel === true && preferred === 'quality_optimized');

/** Whether a route with more legs may be better than one with this leg. */
const isBeatenByPivots = ({ engine, origin }: Leg, preferred: ModelType): boolean =>
  origin === 'starter' ||
  (engine.capabilities.isLanguageModel === true && preferred === 'latency_optimized');

const findBest = (
  legsFrom: Graph['legsFrom'],
  source: LanguageTag,
  targets: readonly LanguageTag[],
  preferred: ModelType,
  needs: readonly NeededCapability[],
  options: RouterOptions,
): Route | undefined => {
  const candidates: Candidate[] = [];
  for (let legCount = 1; legCount <= options.maxPivots + 1; legCount++) {
    candidates.push(
      ...candidatesOf(legsFrom, source, targets, preferred, needs, legCount, options),
    );
    // A pivot costs twice the time, but may well be better than a starter model, and faster than a
    // language model.
    const [best] = candidates.sort(byPreference);
    if (best?.isByPreferredEngine) return best.route;
    if (best && !best.route.legs.some((leg) => isBeatenByPivots(leg, preferred))) return best.route;
  }
  return candidates[0]?.route;
};

const byPreference = (left: Candidate, right: Candidate): number =>
  Number(right.isByPreferredEngine) - Number(left.isByPreferredEngine) ||
  left.targetRank - right.targetRank ||
  right.evaluated - left.evaluated ||
  Number(right.isInstalled) - Number(left.isInstalled) ||
  Number(right.isPreferredKind) - Number(left.isPreferredKind) ||
  right.score - left.score;

/** @param wanted the target that was asked for, which may be a variant of the pair's */
const legOf = (
  engine: Engine,
  pair: EnginePair,
  preferred: ModelType,
  wanted: LanguageTag | undefined,
): Leg => ({
  engine,
  source: pair.source,
  target: pair.target,
  ...(wanted !== undefined &&
    wanted !== pair.target &&
    baseOf(wanted) === pair.target &&
    engine.capabilities.isLanguageModel === true && { variant: wanted }),
  // An engine names at least one kind; the wanted one otherwise stands for what it did not say.
  modelType: pair.modelTypes.includes(preferred) ? preferred : (pair.modelTypes[0] ?? preferred),
  revision: pair.revision,
  origin: pair.origin,
  chrf: pair.chrf,
});

/** Every route of exactly so many legs that visits no language twice and ends as needed. */
const routesOf = (
  legsFrom: Graph['legsFrom'],
  source: LanguageTag,
  targets: readonly LanguageTag[],
  preferred: ModelType,
  needs: readonly NeededCapability[],
  legCount: number,
): readonly Route[] => {
  const found: Route[] = [];
  const extend = (legs: readonly Leg[], at: LanguageTag, visited: readonly LanguageTag[]): void => {
    const isLast = legs.length === legCount - 1;
    for (const { engine, pair } of legsFrom.get(at) ?? []) {
      const arrives = targets.includes(pair.target);
      if (arrives !== isLast || visited.includes(baseOf(pair.target))) continue;
      if (isLast && !needs.every((need) => engine.capabilities[need])) continue;
      const extended = [...legs, legOf(engine, pair, preferred, isLast ? targets[0] : undefined)];
      if (isLast) found.push(routeOf(extended));
      else extend(extended, pair.target, [...visited, baseOf(pair.target)]);
    }
  };
  extend([], source, [source]);
  return found;
};
