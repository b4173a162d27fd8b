import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Meter } from '../observers.js';
import { unchanged } from '../protection/placed-spans.js';
import { labelsOf } from './ask-leg.js';
import type { UnitCall } from './leg-wording.js';
import { type Repair, type RepairOptions, repairUnit } from './repair-unit.js';

/** How the answers that came over a leg are repaired; other legs and routes are looked up for defective ones only. */
export interface RepairPlan extends Pick<RepairOptions, 'leg' | 'findDefect'> {
  otherWays(): Pick<RepairOptions, 'alternatives' | 'detours'>;
}

/** Checks the answers of an engine, repairs those with a defect, and counts both. In the order of the units. */
export const repairAnswers = (
  units: readonly TranslationUnit[],
  answers: readonly TranslatedUnit[],
  plan: RepairPlan,
  meter: Meter,
  call: UnitCall,
): Promise<readonly Repair[]> =>
  Promise.all(
    units.map(async (unit, index) => {
      const answer = answers[index] ?? unchanged(unit);
      const { leg, findDefect } = plan;
      const defect = findDefect(unit, answer, leg);
      if (defect === undefined) return { translated: answer, remaining: undefined };
      const labels = labelsOf(leg);
      const stopClock = meter.time('repair', labels);
      let repair: Repair;
      try {
        repair = await repairUnit(unit, answer, { leg, findDefect, ...plan.otherWays() }, call);
      } finally {
        stopClock();
      }
      meter.count('guard', { defect, remaining: repair.remaining ?? 'none' });
      meter.count('checks', { ...labels, defect, repair: repair.by ?? 'none' });
      return repair;
    }),
  );
