import { findDefect } from '../../checks/find-defect.js';
import type { EngineCallOptions, TranslationUnit } from '../../engine/engine.js';
import type { OtherWording, WordingQuestion } from '../../engine/wordings.js';
import type { Leg, Route } from '../../routing/route.js';

/** The leg of a direct route whose engine can be asked for other wordings. */
export const askableLeg = ({ legs: [leg, ...further] }: Route): Leg | undefined =>
  leg?.engine.findWordings && further.length === 0 ? leg : undefined;

/** Other wordings from the model of a leg, without those that fail a check. */
export const findLegWordings = async (
  unit: TranslationUnit,
  { engine, source, target, variant, modelType }: Leg,
  question: Omit<WordingQuestion, 'text'>,
  call: EngineCallOptions,
): Promise<readonly OtherWording[]> => {
  const pair = { source, target: variant ?? target, modelType };
  const found = await engine.findWordings?.(pair, { ...question, text: unit.text }, call);
  return (found ?? []).filter(
    ({ text }) => !findDefect(unit, { text, spans: [] }, { from: source, to: target }),
  );
};
