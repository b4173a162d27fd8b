import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { asUnit, unchanged } from '../protection/placed-spans.js';
import type { Leg } from '../routing/route.js';
import { callEngine } from './call-engine.js';
import type { UnitCall } from './leg-wording.js';

/** Translates one unit over several legs, without a look at what comes out. */
export const translateOver = async (
  unit: TranslationUnit,
  [leg, ...further]: readonly Leg[],
  call: UnitCall,
): Promise<TranslatedUnit> => {
  if (!leg) return unchanged(unit);
  const [halfway = unchanged(unit)] = await callEngine([unit], leg, call);
  if (further.length === 0) return halfway;
  return throughPivot(halfway, await translateOver(asUnit(unit, halfway), further, call));
};

/** A translation of a translation, with the spans of the original unit. */
export const throughPivot = (
  halfway: TranslatedUnit | undefined,
  { text, spans }: TranslatedUnit,
): TranslatedUnit => ({
  text,
  spans: spans.map(({ start, end, span }) => ({
    start,
    end,
    span: halfway?.spans[span]?.span ?? span,
  })),
});
