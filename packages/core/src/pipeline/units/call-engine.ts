import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { verifySpans } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';
import { type UnitCall, wordingFor } from './leg-wording.js';

const NOTHING: TranslatedUnit = { text: '', spans: [] };

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { signal, wording }: UnitCall,
): Promise<readonly TranslatedUnit[]> => {
  const { engine, source, target, modelType } = leg;
  const told = wordingFor(leg, wording);
  const batch = { source, target, modelType, units, ...(told && { wording: told }) };
  const translated = await engine.translateBatch(batch, { signal });
  return units.map((unit, index) => verifySpans(unit, translated[index] ?? NOTHING));
};
