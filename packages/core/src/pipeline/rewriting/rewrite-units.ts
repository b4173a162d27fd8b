import { isAppError } from '@dragoman/contract';
import { findDefectOfAnswer } from '../../checks/find-defect.js';
import type { Detector } from '../../detection/index.js';
import type { Rewriting, TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { unchanged } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';
import { countCodePoints } from '../../segmentation/count-code-points.js';
import { callEngine } from '../units/call-engine.js';
import { distinctly } from '../units/distinct-units.js';
import type { FindLegDefect } from '../units/leg-defects.js';
import type { UnitCall } from '../units/leg-wording.js';
import type { Meter } from '../units/ports.js';
import { repairUnit } from '../units/repair-unit.js';

/** What rewriting needs of the world. */
export interface RewriteUnitsDependencies {
  readonly detector: Detector;
  readonly meter: Meter;
}

/**
 * Rewrites units over the first of some legs that works, in order. A unit whose rewriting fails a
 * check, also when asked for again, goes over the next legs; where none of them gets it right, it
 * stays as it is.
 *
 * @throws AppError `engine_failed` where every leg failed
 */
export const rewriteUnits = (
  units: readonly TranslationUnit[],
  legs: readonly Leg[],
  dependencies: RewriteUnitsDependencies,
  call: UnitCall & { readonly rewriting: Rewriting },
): Promise<readonly TranslatedUnit[]> =>
  distinctly((distinct) => rewriteDistinct(distinct, legs, dependencies, call))(units);

const rewriteDistinct = async (
  units: readonly TranslationUnit[],
  [leg, ...others]: readonly Leg[],
  dependencies: RewriteUnitsDependencies,
  call: UnitCall & { readonly rewriting: Rewriting },
): Promise<readonly TranslatedUnit[]> => {
  if (!leg) return units.map(unchanged);
  const { meter, detector } = dependencies;
  const labels = { engine: leg.engine.id, pair: `${leg.source}-${leg.target}` };
  const characters = units.reduce((sum, { text }) => sum + countCodePoints(text), 0);
  meter.count('characters', labels, characters);
  let answers: readonly TranslatedUnit[];
  try {
    answers = await callEngine(units, leg, call);
  } catch (error) {
    if (others.length === 0 || !isAppError(error) || error.code !== 'engine_failed') throw error;
    meter.count('fallbacks', labels);
    return rewriteDistinct(units, others, dependencies, call);
  }
  const findDefect: FindLegDefect = (unit, rewritten, { source, target }) =>
    findDefectOfAnswer(unit, rewritten, { from: source, to: target }, detector, call.rewriting);
  return Promise.all(
    units.map(async (unit, index) => {
      const answer = answers[index] ?? unchanged(unit);
      const defect = findDefect(unit, answer, leg);
      if (defect === undefined) return answer;
      const stopClock = meter.time('repair', labels);
      const repair = await repairUnit(
        unit,
        answer,
        { leg, alternatives: others, findDefect },
        call,
      );
      stopClock();
      meter.count('guard', { defect, remaining: repair.remaining ?? 'none' });
      meter.count('checks', { ...labels, defect, repair: repair.by ?? 'none' });
      // The text that was sent is sound, whatever the model made of it.
      return repair.remaining === undefined ? repair.translated : unchanged(unit);
    }),
  );
};
