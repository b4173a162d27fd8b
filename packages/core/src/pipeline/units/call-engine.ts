import type {
  EngineBatch,
  EngineCallOptions,
  TranslatedUnit,
  TranslationUnit,
} from '../../engine/engine.js';
import { verifySpans } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';

const NOTHING: TranslatedUnit = { text: '', spans: [] };

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  { engine, source, target, variant, modelType }: Leg,
  call: EngineCallOptions,
  more: Pick<EngineBatch, 'rejected'> = {},
): Promise<readonly TranslatedUnit[]> => {
  const translated = await engine.translateBatch(
    { source, target: variant ?? target, modelType, units, ...more },
    call,
  );
  return units.map((unit, index) => verifySpans(unit, translated[index] ?? NOTHING));
};
