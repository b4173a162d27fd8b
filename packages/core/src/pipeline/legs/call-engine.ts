import type { EngineBatch, TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { verifySpans } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';
import { type UnitCall, wordingFor } from './leg-wording.js';

const NOTHING: TranslatedUnit = { text: '', spans: [] };

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { signal, budget, wording, rewriting }: UnitCall,
  more: Pick<EngineBatch, 'rejected'> = {},
): Promise<readonly TranslatedUnit[]> => {
  const { engine, source, target, variant, modelType } = leg;
  const told = wordingFor(leg, wording);
  const translated = await engine.translateBatch(
    {
      source,
      target: variant ?? target,
      modelType,
      units,
      ...(told && { wording: told }),
      ...(rewriting && { rewriting }),
      ...more,
    },
    { signal, ...(budget && { budget }) },
  );
  return units.map((unit, index) => verifySpans(unit, translated[index] ?? NOTHING));
};
