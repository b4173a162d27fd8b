import type { LanguageTag } from '@dragoman/contract';
import type { Engine, EnginePair, ModelType } from '../engine.js';

/** One engine call of a route. */
export interface Leg {
  readonly engine: Engine;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly modelType: ModelType;
  /** The variant of the target that a language model is to write. */
  readonly variant?: LanguageTag;
  /** That of the pair, where its engine has one. */
  readonly revision: string | undefined;
  /** The pair's, too. */
  readonly origin: EnginePair['origin'];
  readonly chrf: number | undefined;
  /** Whether it can be told the form of address. */
  readonly choosesFormality: boolean;
}

/** How a text gets from its language into the target: one leg, or several through pivots. */
export interface Route {
  readonly legs: readonly Leg[];
  /** `quality_optimized` only where every leg is. */
  readonly modelType: ModelType;
  /** Names the route: `apertium:en>ca apertium:ca>fr`. Also the key of its measured score. */
  readonly id: string;
}

/** The longest unit that all engines of a route take, in UTF-16 code units. */
export const maxCharactersOf = (legs: readonly Pick<Leg, 'engine'>[]): number =>
  Math.min(...legs.map(({ engine }) => engine.capabilities.maxCharacters));

export const routeOf = (legs: readonly Leg[]): Route => ({
  legs,
  modelType: legs.every((leg) => leg.modelType === 'quality_optimized')
    ? 'quality_optimized'
    : 'latency_optimized',
  id: legs.map((leg) => `${leg.engine.id}:${leg.source}>${leg.target}`).join(' '),
});

/** Measured quality by route id, as chrF from 0 to 100. */
export type RouteScores = ReadonlyMap<string, number>;

/** What a leg nobody measured is taken to be worth: a middling rule-based pair. */
const UNMEASURED_LEG = 40;
/** A model somebody chose for a pair; published neural models seldom score less. */
const UNMEASURED_INSTALLED_LEG = 55;
/** A language model that nobody measured. */
const UNMEASURED_LANGUAGE_MODEL_LEG = 60;
/** What a pivot keeps of the quality of its legs, where the whole route was not measured. */
const KEPT_BY_PIVOT = 0.9;

const legScore = ({ engine, source, target, chrf, origin }: Leg, scores: RouteScores): number =>
  scores.get(`${engine.id}:${source}>${target}`) ?? chrf ?? unmeasuredScore(engine, origin);

const unmeasuredScore = ({ capabilities }: Leg['engine'], origin: Leg['origin']): number => {
  if (capabilities.isLanguageModel) return UNMEASURED_LANGUAGE_MODEL_LEG;
  return origin === 'installed' ? UNMEASURED_INSTALLED_LEG : UNMEASURED_LEG;
};

/** The measured score of a route; that of a single leg may be its model's own. */
export const measuredScoreOf = (route: Route, scores: RouteScores): number | undefined =>
  scores.get(route.id) ?? (route.legs.length === 1 ? route.legs[0]?.chrf : undefined);

/** The measured score of a route, or an estimate from the scores of its legs. */
export const scoreOf = (route: Route, scores: RouteScores): number => {
  const measured = measuredScoreOf(route, scores);
  if (measured !== undefined) return measured;
  const legScores = route.legs.map((leg) => legScore(leg, scores));
  const geometricMean =
    legScores.reduce((product, score) => product * score, 1) ** (1 / legScores.length);
  return geometricMean * KEPT_BY_PIVOT ** (route.legs.length - 1);
};
