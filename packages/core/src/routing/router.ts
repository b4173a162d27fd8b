import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { Engine, EnginePair, ModelType } from '../engine/engine.js';
import { type Leg, type Route, routeOf } from './route.js';
import { type RouteScores, scoreOf } from './route-score.js';

export interface RouterOptions {
  /** Most languages in between. 0 allows direct pairs only. */
  readonly maxPivots: number;
  readonly scores: RouteScores;
}

/** Finds routes in the graph of what the engines can translate now. */
export interface Router {
  /**
   * The best installed route, or undefined. Fewer legs first, then the preferred kind of model,
   * then the better score.
   *
   * @param targets acceptable targets, the wanted one first: a variant, then its base language
   */
  route(
    source: LanguageTag,
    targets: readonly LanguageTag[],
    preferred: ModelType,
  ): Route | undefined;
  /** Other engines' legs for the same pair, in order of preference. */
  alternatives(leg: Leg): readonly Leg[];
  /** Every base language something can be translated from. */
  sources(): ReadonlySet<LanguageTag>;
  /** Every tag something can be translated into: base languages, and variants with own models. */
  targets(): ReadonlySet<LanguageTag>;
  /** The targets into which some engine can choose a formality. */
  formalTargets(): ReadonlySet<LanguageTag>;
}

/** Pairs of all engines at one moment, with what was derived from them. */
interface Graph {
  readonly pairsByEngine: readonly (readonly EnginePair[])[];
  readonly legsFrom: ReadonlyMap<LanguageTag, readonly LegOffer[]>;
  readonly sources: ReadonlySet<LanguageTag>;
  readonly targets: ReadonlySet<LanguageTag>;
  readonly formalTargets: ReadonlySet<LanguageTag>;
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
    route(source, targets, preferred) {
      const { routes, legsFrom } = current();
      const key = `${source}>${targets.join()} ${preferred}`;
      if (!routes.has(key))
        routes.set(key, findBest(legsFrom, source, targets, preferred, options));
      return routes.get(key);
    },
    alternatives: (leg) =>
      (current().legsFrom.get(leg.source) ?? [])
        .filter(({ engine, pair }) => engine !== leg.engine && pair.target === leg.target)
        .map(({ engine, pair }) => legOf(engine, pair, leg.modelType)),
    sources: () => current().sources,
    targets: () => current().targets,
    formalTargets: () => current().formalTargets,
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
  const formal = engines.flatMap((engine, index) =>
    engine.capabilities.formality ? (pairsByEngine[index] ?? []) : [],
  );
  return {
    pairsByEngine,
    legsFrom,
    sources: new Set(pairs.map((pair) => pair.source)),
    targets: new Set(pairs.map((pair) => pair.target)),
    formalTargets: new Set(formal.map((pair) => pair.target)),
    routes: new Map(),
  };
};

const findBest = (
  legsFrom: Graph['legsFrom'],
  source: LanguageTag,
  targets: readonly LanguageTag[],
  preferred: ModelType,
  options: RouterOptions,
): Route | undefined => {
  for (let legCount = 1; legCount <= options.maxPivots + 1; legCount++) {
    const routes = routesOf(legsFrom, source, targets, preferred, legCount);
    const [best] = routes
      .map((route) => ({
        route,
        targetRank: targets.indexOf(route.legs.at(-1)?.target ?? ''),
        preferredKind: route.modelType === preferred ? 0 : 1,
        score: scoreOf(route, options.scores),
      }))
      .sort(
        (left, right) =>
          left.targetRank - right.targetRank ||
          left.preferredKind - right.preferredKind ||
          right.score - left.score,
      );
    if (best) return best.route;
  }
  return undefined;
};

const legOf = (engine: Engine, pair: EnginePair, preferred: ModelType): Leg => ({
  engine,
  source: pair.source,
  target: pair.target,
  // An engine names at least one kind; the wanted one otherwise stands for what it did not say.
  modelType: pair.modelTypes.includes(preferred) ? preferred : (pair.modelTypes[0] ?? preferred),
  revision: pair.revision,
});

/** Every route of exactly so many legs that visits no language twice. */
const routesOf = (
  legsFrom: Graph['legsFrom'],
  source: LanguageTag,
  targets: readonly LanguageTag[],
  preferred: ModelType,
  legCount: number,
): readonly Route[] => {
  const found: Route[] = [];
  const extend = (legs: readonly Leg[], at: LanguageTag, visited: readonly LanguageTag[]): void => {
    const isLast = legs.length === legCount - 1;
    for (const { engine, pair } of legsFrom.get(at) ?? []) {
      const arrives = targets.includes(pair.target);
      if (arrives !== isLast || visited.includes(baseOf(pair.target))) continue;
      const extended = [...legs, legOf(engine, pair, preferred)];
      if (isLast) found.push(routeOf(extended));
      else extend(extended, pair.target, [...visited, baseOf(pair.target)]);
    }
  };
  extend([], source, [source]);
  return found;
};
