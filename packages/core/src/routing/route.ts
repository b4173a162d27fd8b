import type { LanguageTag } from '@dragoman/contract';
import type { Engine, EnginePair, ModelType } from '../engine/engine.js';

/** One engine call of a route. */
export interface Leg {
  readonly engine: Engine;
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly modelType: ModelType;
  /** The variant of the target that a language model is to write. */
  readonly variant?: LanguageTag;
  /** The pair's, where its engine tells one. */
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

export const routeOf = (legs: readonly Leg[]): Route => ({
  legs,
  modelType: legs.every((leg) => leg.modelType === 'quality_optimized')
    ? 'quality_optimized'
    : 'latency_optimized',
  id: legs.map((leg) => `${leg.engine.id}:${leg.source}>${leg.target}`).join(' '),
});
