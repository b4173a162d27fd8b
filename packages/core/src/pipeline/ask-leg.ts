import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Meter } from '../observers.js';
import { unchanged } from '../protection/placed-spans.js';
import type { Leg } from '../routing/route.js';
import { countCodePoints } from '../segmentation/count-code-points.js';
import { callEngine } from './call-engine.js';
import type { UnitCall } from './leg-wording.js';
import { endlessLitanyOf, sayLitany } from './litany.js';
import { mapWhere } from './map-together.js';

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
  return askInParts(units, leg, call);
};

/** What says a phrase over and over is asked for by the phrase, everything else as it stands. */
const askInParts = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  call: UnitCall,
): Promise<readonly TranslatedUnit[]> => {
  const litanies = units.map(call.rewriting ? () => undefined : endlessLitanyOf);
  const [asked, said] = await Promise.all([
    mapWhere(
      units,
      (_, index) => litanies[index] === undefined,
      (others) => callEngine(others, leg, call),
    ),
    Promise.all(litanies.map((litany) => litany && sayLitany(litany, leg, call))),
  ]);
  return units.map((unit, index) => said[index] ?? asked[index] ?? unchanged(unit));
};
