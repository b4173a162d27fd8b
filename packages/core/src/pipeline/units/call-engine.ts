import type { EngineCallOptions, TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import type { Leg } from '../../routing/route.js';

/** Translates units over one leg of a route. */
export const callEngine = (
  units: readonly TranslationUnit[],
  { engine, source, target, modelType }: Leg,
  call: EngineCallOptions,
): Promise<readonly TranslatedUnit[]> =>
  engine.translateBatch({ source, target, modelType, units }, call);
