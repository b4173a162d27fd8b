import type { EngineCallOptions, TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { verifySpans } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';

const NOTHING: TranslatedUnit = { text: '', spans: [] };

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  { engine, source, target, modelType }: Leg,
  call: EngineCallOptions,
): Promise<readonly TranslatedUnit[]> => {
  const translated = await engine.translateBatch({ source, target, modelType, units }, call);
  return units.map((unit, index) => verifySpans(unit, translated[index] ?? NOTHING));
};
