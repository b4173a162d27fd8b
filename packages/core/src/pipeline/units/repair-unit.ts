import { type Defect, findDefect, gravityOf } from '../../checks/find-defect.js';
import type { EngineCallOptions, TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { joinParts, partsOf, unchanged } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';
import { hasLetter } from '../../segmentation/characters.js';
import { callEngine } from './call-engine.js';
import { mapWhere } from './map-together.js';

/** What became of a unit whose translation had a defect. */
export interface Repair {
  readonly translated: TranslatedUnit;
  /** What is still wrong with it; undefined when it was repaired. */
  readonly remaining: Defect | undefined;
}

/**
 * Finds a better translation for a unit than a defective one: by other engines that have the pair,
 * and around its protected spans. Where none is sound, the least defective stands; a blank one
 * gives way to the source, like any word an engine does not know.
 *
 * @param alternatives other engines' legs for the same pair, in order of preference
 */
export const repairUnit = async (
  unit: TranslationUnit,
  defective: TranslatedUnit,
  legs: { readonly leg: Leg; readonly alternatives: readonly Leg[] },
  call: EngineCallOptions,
): Promise<Repair> => {
  const attempts = [
    ...legs.alternatives.map((leg) => async () => {
      const [answer = defective] = await callEngine([unit], leg, call);
      return answer;
    }),
    () => translateParts(unit, legs.leg, call),
  ];
  let best: Repair = { translated: defective, remaining: findDefect(unit, defective) };
  for (const attempt of attempts) {
    if (best.remaining === undefined) break;
    const translated = await attempt();
    const remaining = findDefect(unit, translated);
    if (gravityOf(remaining) < gravityOf(best.remaining)) best = { translated, remaining };
  }
  return best.remaining === 'blank' ? { ...best, translated: unchanged(unit) } : best;
};

/** Keeps protected spans by construction: only what lies between them reaches the engine. */
const translateParts = async (
  unit: TranslationUnit,
  leg: Leg,
  call: EngineCallOptions,
): Promise<TranslatedUnit> => {
  const parts = partsOf(unchanged(unit)).map((part) => {
    const isTranslatable = part.span === undefined && hasLetter(part.text);
    const core = isTranslatable ? part.text.trim() : '';
    return { ...part, core, at: part.text.indexOf(core) };
  });
  const translated = await mapWhere(
    parts,
    ({ core }) => core !== '',
    (cores) =>
      callEngine(
        cores.map(({ core }) => ({ text: core, protectedSpans: [] })),
        leg,
        call,
      ),
  );
  return joinParts(
    parts.map(({ text, span, core, at }, index) => {
      const answer = translated[index]?.text ?? '';
      if (answer.trim() === '') return { text, span };
      return { text: text.slice(0, at) + answer + text.slice(at + core.length), span };
    }),
  );
};
