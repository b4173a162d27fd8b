import { isAppError } from '@dragoman/contract';
import { findDefectOfAnswer } from '../checks/find-defect.js';
import type { Detector } from '../detection/index.js';
import type { Rewriting, TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Meter } from '../observers.js';
import { unchanged } from '../protection/placed-spans.js';
import type { Leg } from '../routing/route.js';
import { askLeg, labelsOf } from './ask-leg.js';
import { distinctly } from './distinct-units.js';
import type { FindLegDefect } from './leg-defects.js';
import type { UnitCall } from './leg-wording.js';
import { repairAnswers } from './repair-answers.js';

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
  let answers: readonly TranslatedUnit[];
  try {
    answers = await askLeg(units, leg, meter, call);
  } catch (error) {
    if (others.length === 0 || !isAppError(error) || error.code !== 'engine_failed') throw error;
    meter.count('fallbacks', labelsOf(leg));
    return rewriteDistinct(units, others, dependencies, call);
  }
  const findDefect: FindLegDefect = (unit, rewritten, { source, target }) =>
    findDefectOfAnswer(unit, rewritten, { from: source, to: target }, detector, call.rewriting);
  const plan = { leg, findDefect, otherWays: () => ({ alternatives: others }) };
  const repairs = await repairAnswers(units, answers, plan, meter, call);
  // Where a defect remains, the text that was sent is sound, whatever the model made of it.
  return units.map((unit, index) => {
    const repair = repairs[index];
    return repair && repair.remaining === undefined ? repair.translated : unchanged(unit);
  });
};
