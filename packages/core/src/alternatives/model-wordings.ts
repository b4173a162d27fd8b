import { findDefect } from '../checks/find-defect.js';
import type { EngineCallOptions, TranslationUnit } from '../engine/engine.js';
import type { OtherWording, WordingQuestion } from '../engine/wordings.js';
import { type TranslateUnitsDependencies, withCache } from '../pipeline/translate-units.js';
import { asUnit, unchanged } from '../protection/placed-spans.js';
import { type Route, routeOf } from '../routing/route.js';

/** Whether the engine that writes the translation can be asked for other wordings. */
export const isAskable = ({ legs }: Route): boolean =>
  legs.at(-1)?.engine.findWordings !== undefined;

/** What the last engine of a route translates: on a direct route, the units themselves. */
export const unitsOfLastLeg = async (
  units: readonly TranslationUnit[],
  { legs }: Route,
  dependencies: TranslateUnitsDependencies,
  call: EngineCallOptions,
): Promise<readonly TranslationUnit[]> => {
  if (legs.length === 1) return units;
  const halfway = await withCache(units, routeOf(legs.slice(0, -1)), dependencies, call);
  return units.map((unit, index) => asUnit(unit, halfway[index] ?? unchanged(unit)));
};

/**
 * Other wordings from the model that writes a translation, without those that fail a check or are the
 * text itself: models copy single words.
 *
 * @param unit one of {@link unitsOfLastLeg}
 */
export const findModelWordings = async (
  unit: TranslationUnit,
  { legs }: Route,
  question: Omit<WordingQuestion, 'text'>,
  call: EngineCallOptions,
): Promise<readonly OtherWording[]> => {
  const leg = legs.at(-1);
  if (!leg || unit.protectedSpans.length > 0) return [];
  const { engine, source, target, variant, modelType } = leg;
  const pair = { source, target: variant ?? target, modelType };
  const found = await engine.findWordings?.(pair, { ...question, text: unit.text }, call);
  const copy = unit.text.toLowerCase();
  return (found ?? []).filter(
    ({ text }) =>
      text.toLowerCase() !== copy && !findDefect(unit, { text, spans: [] }, { source, target }),
  );
};
