import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { Engine, EngineCapabilities, EnginePair, ModelType } from '../engine.js';
import { type Leg, type Route, type RouteScores, routeOf, scoreOf } from './route.js';

export interface RouterOptions {
  /** Most languages in between. 0 allows direct pairs only. */
  readonly maxPivots: number;
  readonly scores: RouteScores;
  /** Those of the scores that the operator measured: between such routes they decide about quality. */
  readonly evaluated?: RouteScores;
  /** Ids of engines by pair in small letters, `en>pt-br` or `en>pt`, that go before all others. */
  readonly preferredEngines?: ReadonlyMap<string, string>;
}

/** What is asked of a route. */
export interface RouteQuery {
  readonly source: LanguageTag;
  /** Acceptable targets, the wanted one first. */
  readonly targets: readonly LanguageTag[];
  readonly preferred: ModelType;
  /** What the engine that writes the translation has to be able to do. */
  readonly needs: readonly NeededCapability[];
}

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

/** The routes of exactly this number of legs, in no order. */
export const candidatesOf = (
  legsFrom: Graph['legsFrom'],
  query: RouteQuery,
  legCount: number,
  options: RouterOptions,
): readonly Candidate[] => {
  const { targets, preferred } = query;
  return ofTheVariant(routesOf(legsFrom, query, legCount), targets).map((route) => ({
    route,
    targetRank: targets.indexOf(route.legs.at(-1)?.target ?? ''),
    evaluated: (preferred === 'quality_optimized' && options.evaluated?.get(route.id)) || 0,
    isByPreferredEngine: isByPreferredEngine(route, query, options),
    isInstalled: route.legs.every((leg) => isChosen(leg, preferred)),
    isPreferredKind: route.modelType === preferred,
    score: scoreOf(route, options.scores),
  }));
};

/** Leaves out the base language where the same engine writes the variant: it is what was asked for, whatever the scores. */
const ofTheVariant = (
  routes: readonly Route[],
  [wanted]: readonly LanguageTag[],
): readonly Route[] => {
  const writers = new Set(
    routes.flatMap(({ legs }) => {
      const last = legs.at(-1);
      return last && last.target === wanted ? [last.engine] : [];
    }),
  );
  return routes.filter(({ legs }) => {
    const last = legs.at(-1);
    return last !== undefined && (last.target === wanted || !writers.has(last.engine));
  });
};

const isByPreferredEngine = (
  { legs }: Route,
  { source, targets }: RouteQuery,
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

export const findBest = (
  legsFrom: Graph['legsFrom'],
  query: RouteQuery,
  options: RouterOptions,
): Route | undefined => {
  const { preferred } = query;
  const candidates: Candidate[] = [];
  const mayBeScored = preferred === 'quality_optimized' && (options.evaluated?.size ?? 0) > 0;
  let isDecided = false;
  for (let legCount = 1; legCount <= options.maxPivots + 1; legCount++) {
    const found = candidatesOf(legsFrom, query, legCount, options);
    // Where a direct model is enough, only what the operator scored may still be better.
    candidates.push(...(isDecided ? found.filter(({ evaluated }) => evaluated > 0) : found));
    // A pivot costs twice the time, but may well be better than a starter model, and faster than a
    // language model.
    const [best] = candidates.sort(byPreference);
    if (best?.isByPreferredEngine) return best.route;
    isDecided ||=
      best !== undefined && !best.route.legs.some((leg) => isBeatenByPivots(leg, preferred));
    if (isDecided && !mayBeScored) break;
  }
  return candidates[0]?.route;
};

export const byPreference = (left: Candidate, right: Candidate): number =>
  Number(right.isByPreferredEngine) - Number(left.isByPreferredEngine) ||
  right.evaluated - left.evaluated ||
  Number(right.isInstalled) - Number(left.isInstalled) ||
  Number(right.isPreferredKind) - Number(left.isPreferredKind) ||
  right.score - left.score ||
  left.targetRank - right.targetRank;

/** @param wanted the target that was asked for, which may be a variant of the pair's */
export const legOf = (
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
  choosesFormality: offers(engine, pair, 'formality'),
});

/** Every route of exactly this number of legs that visits no language twice and ends as needed. */
const routesOf = (
  legsFrom: Graph['legsFrom'],
  { source, targets, preferred, needs }: RouteQuery,
  legCount: number,
): readonly Route[] => {
  const found: Route[] = [];
  const extend = (legs: readonly Leg[], at: LanguageTag, visited: readonly LanguageTag[]): void => {
    const isLast = legs.length === legCount - 1;
    for (const { engine, pair } of legsFrom.get(at) ?? []) {
      const arrives = targets.includes(pair.target);
      if (arrives !== isLast || visited.includes(baseOf(pair.target))) continue;
      if (isLast && !needs.every((need) => offers(engine, pair, need))) continue;
      const extended = [...legs, legOf(engine, pair, preferred, isLast ? targets[0] : undefined)];
      if (isLast) found.push(routeOf(extended));
      else extend(extended, pair.target, [...visited, baseOf(pair.target)]);
    }
  };
  extend([], source, [source]);
  return found;
};

/** What a request may need of the engine that writes the translation. */
export type NeededCapability = keyof Pick<EngineCapabilities, 'formality' | 'instructions'>;

/** What some engines can do in the languages they translate into, and others cannot. */
export type OfferedCapability = NeededCapability | keyof Pick<EngineCapabilities, 'rewriting'>;

/** Pairs of all engines at one moment, with what was derived from them. */
export interface Graph {
  readonly pairsByEngine: readonly (readonly EnginePair[])[];
  readonly legsFrom: ReadonlyMap<LanguageTag, readonly LegOffer[]>;
  readonly sources: ReadonlySet<LanguageTag>;
  readonly targets: ReadonlySet<LanguageTag>;
  readonly starterSources: ReadonlySet<LanguageTag>;
  readonly starterTargets: ReadonlySet<LanguageTag>;
  readonly ruleBasedSources: ReadonlySet<LanguageTag>;
  readonly ruleBasedTargets: ReadonlySet<LanguageTag>;
  readonly targetsWith: Readonly<Record<OfferedCapability, ReadonlySet<LanguageTag>>>;
  readonly routes: Map<string, Route | undefined>;
}

interface LegOffer {
  readonly engine: Engine;
  readonly pair: EnginePair;
}

/** Whether an engine can do something in a pair. */
const offers = (
  { capabilities }: Pick<Engine, 'capabilities'>,
  pair: EnginePair,
  capability: OfferedCapability,
): boolean =>
  capabilities[capability] === true ||
  (capability === 'formality' && pair.choosesFormality === true);

export const buildGraph = (engines: readonly Engine[]): Graph => {
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
  const targetsWith = (capability: OfferedCapability): ReadonlySet<LanguageTag> =>
    new Set(
      engines.flatMap(({ capabilities }, index) =>
        (pairsByEngine[index] ?? [])
          .filter((pair) => offers({ capabilities }, pair, capability))
          .map((pair) => pair.target),
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
      rewriting: targetsWith('rewriting'),
    },
    routes: new Map(),
  };
};

const without = <Item>(all: ReadonlySet<Item>, some: ReadonlySet<Item>): ReadonlySet<Item> =>
  new Set([...all].filter((item) => !some.has(item)));
