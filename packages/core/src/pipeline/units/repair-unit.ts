import { isCopied } from '../../checks/copied.js';
import { type Defect, findDefect, gravityOf } from '../../checks/find-defect.js';
import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { joinParts, partsOf, unchanged } from '../../protection/placed-spans.js';
import type { Leg } from '../../routing/route.js';
import { hasLetter } from '../../segmentation/characters.js';
import { callEngine } from './call-engine.js';
import type { UnitCall } from './leg-wording.js';
import { mapWhere } from './map-together.js';
import {
  clausesOf,
  withEnclosuresProtected,
  withNamesProtected,
  withoutContractions,
} from './other-wordings.js';

/** What became of a unit whose translation had a defect. */
export interface Repair {
  readonly translated: TranslatedUnit;
  /** What is still wrong with it; undefined when it was repaired. */
  readonly remaining: Defect | undefined;
}

/**
 * Finds a better translation for a unit than a defective one: by other engines that have the pair,
 * around its protected spans, in other words, with its brackets held fast, and clause by clause.
 * Where none is sound, the least defective stands; a blank one gives way to the source, like any word
 * an engine does not know.
 *
 * @param alternatives other engines' legs for the same pair, in order of preference
 */
export const repairUnit = async (
  unit: TranslationUnit,
  defective: TranslatedUnit,
  { leg, alternatives }: { readonly leg: Leg; readonly alternatives: readonly Leg[] },
  call: UnitCall,
): Promise<Repair> => {
  const pair = { from: leg.source, to: leg.target };
  let best: Repair = { translated: defective, remaining: findDefect(unit, defective, pair) };
  for (const attempt of [
    ...alternatives.map((other) => () => translateWhole(unit, other, call)),
    () => translateParts(unit, leg, call),
    () => translateReworded(unit, leg, call),
    () => translateNames(withNamesProtected(unit, best.translated, leg.source), leg, call),
    () => translateEnclosed(unit, best.remaining, leg, call),
    () => translateClauses(unit, leg, call),
  ]) {
    if (best.remaining === undefined) break;
    const translated = await attempt();
    if (translated === undefined) continue;
    const remaining = findDefect(unit, translated, pair);
    if (gravityOf(remaining) < gravityOf(best.remaining)) best = { translated, remaining };
  }
  return best.remaining === 'blank' ? { ...best, translated: unchanged(unit) } : best;
};

const translateWhole = async (
  unit: TranslationUnit | undefined,
  leg: Leg,
  call: UnitCall,
): Promise<TranslatedUnit | undefined> => unit && (await callEngine([unit], leg, call))[0];

const translateReworded = async (
  unit: TranslationUnit,
  leg: Leg,
  call: UnitCall,
): Promise<TranslatedUnit | undefined> => {
  const reworded = withoutContractions(unit, leg.source);
  const translated = await translateWhole(reworded, leg, call);
  // A copy of the other words differs from the source, but is no translation either.
  const isNew = reworded && translated && !isCopied(reworded.text, translated.text);
  return isNew ? translated : undefined;
};

/** Names are protected for the engine only: the unit itself has no spans. */
const translateNames = async (
  unit: TranslationUnit | undefined,
  leg: Leg,
  call: UnitCall,
): Promise<TranslatedUnit | undefined> => {
  const translated = await translateWhole(unit, leg, call);
  return translated && { text: translated.text, spans: [] };
};

/** Brackets and quotation marks are protected for the engine only, where one was lost. */
const translateEnclosed = async (
  unit: TranslationUnit,
  defect: Defect | undefined,
  leg: Leg,
  call: UnitCall,
): Promise<TranslatedUnit | undefined> => {
  const isLost = defect === 'brackets' || defect === 'quotes';
  const enclosed = isLost ? withEnclosuresProtected(unit) : undefined;
  const translated = await translateWhole(enclosed?.unit, leg, call);
  if (!enclosed || !translated) return undefined;
  const spans = translated.spans.flatMap((placed) => {
    const span = enclosed.own[placed.span];
    return span === undefined ? [] : [{ ...placed, span }];
  });
  return { text: translated.text, spans };
};

const translateClauses = async (
  unit: TranslationUnit,
  leg: Leg,
  call: UnitCall,
): Promise<TranslatedUnit | undefined> => {
  const clauses = clausesOf(unit);
  if (!clauses) return undefined;
  const units = clauses.map(({ text }) => ({ text, protectedSpans: [] }));
  const translated = await callEngine(units, leg, call);
  const text = clauses.map(({ gap }, index) => gap + (translated[index]?.text ?? '')).join('');
  return { text, spans: [] };
};

/** Keeps protected spans by construction: only what lies between them reaches the engine. */
const translateParts = async (
  unit: TranslationUnit,
  leg: Leg,
  call: UnitCall,
): Promise<TranslatedUnit | undefined> => {
  if (unit.protectedSpans.length === 0) return undefined;
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
