import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import type { Leg } from '../../routing/route.js';
import { countCodePoints } from '../../segmentation/count-code-points.js';
import { callEngine } from '../legs/call-engine.js';
import type { UnitCall } from '../legs/leg-wording.js';
import type { Meter } from './ports.js';

/** How the metrics name a leg. */
export const labelsOf = ({ engine, source, target }: Leg) => ({
  engine: engine.id,
  pair: `${source}-${target}`,
});

/** The first answers of a leg's engine; the characters that it gets are counted. */
export const askLeg = (
  units: readonly TranslationUnit[],
  leg: Leg,
  meter: Meter,
  call: UnitCall,
): Promise<readonly TranslatedUnit[]> => {
  const characters = units.reduce((sum, { text }) => sum + countCodePoints(text), 0);
  meter.count('characters', labelsOf(leg), characters);
  return callEngine(units, leg, call);
};
