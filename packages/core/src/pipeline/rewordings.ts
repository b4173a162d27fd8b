import type { LanguagePair } from '../checks/find-defect.js';
import { findDefect } from '../checks/find-defect.js';
import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { mapGroups, type Work } from './map-together.js';
import { clausesOf, withoutContractions } from './other-wordings.js';

type Translate = Work<TranslationUnit, TranslatedUnit>;

/** Translates units with their contractions written out; those without any as they are. */
export const rewordContractions = (
  units: readonly TranslationUnit[],
  { from }: LanguagePair,
  translate: Translate,
): Promise<readonly TranslatedUnit[]> =>
  translate(units.map((unit) => withoutContractions(unit, from) ?? unit));

/** Translates units clause by clause, where that comes out sound, and as a whole otherwise. */
export const rewordClauses = async (
  units: readonly TranslationUnit[],
  pair: LanguagePair,
  translate: Translate,
): Promise<readonly TranslatedUnit[]> => {
  const all = units.map((unit) => ({ unit, clauses: clausesOf(unit) ?? [] }));
  const groups = all.map(({ unit, clauses }) => [
    unit,
    ...clauses.map(({ text }) => ({ text, protectedSpans: [] })),
  ]);
  const translated = await mapGroups(groups, translate);
  return all.map(({ unit, clauses }, index) => {
    const [whole = { text: unit.text, spans: [] }, ...parts] = translated[index] ?? [];
    if (clauses.length === 0) return whole;
    const text = clauses.map(({ gap }, at) => gap + (parts[at]?.text ?? '')).join('');
    const joined = { text, spans: [] };
    return findDefect(unit, joined, pair) === undefined ? joined : whole;
  });
};
