import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { joinParts } from '../../protection/placed-spans.js';
import {
  findUnitTerms,
  type RewrittenUnit,
  rewriteUnit,
  type TermMatcher,
  type UnitTerm,
} from '../../terms/index.js';
import type { Work } from './map-together.js';
import type { Meter } from './ports.js';

/** A unit with its terms, written in a way in which they come through the engine. */
interface TermedUnit {
  readonly terms: readonly UnitTerm[];
  readonly rewritten: RewrittenUnit;
}

/**
 * Translates units so that each term of a glossary has its own translation. What an engine gets, and
 * what is cached of it, is different for units with terms only.
 *
 * @param translate gives a translation for each unit, in order
 */
export const translateTerms = async (
  units: readonly TranslationUnit[],
  matcher: TermMatcher,
  meter: Meter,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly TranslatedUnit[]> => {
  const termed = units.map((unit) => pinTerms(unit, findUnitTerms(unit, matcher), matcher));
  const translated = await translate(termed.map(({ rewritten }) => rewritten.unit));
  return translated.map((answer, index) => {
    const { terms, rewritten } = termed[index] as TermedUnit;
    if (terms.length === 0) return answer;
    const parts = rewritten.read(answer);
    const honoured = new Set(parts.flatMap(({ term }) => term ?? [])).size;
    meter.count('terms', { outcome: 'honoured' }, honoured);
    meter.count('terms', { outcome: 'missed' }, terms.length - honoured);
    return joinParts(parts);
  });
};

/** The unit with the translations of its terms in it, which the engine takes for placeholders. */
const pinTerms = (
  unit: TranslationUnit,
  terms: readonly UnitTerm[],
  matcher: TermMatcher,
): TermedUnit => ({
  terms,
  rewritten: rewriteUnit(unit, terms, (_, index) => {
    const term = terms[index];
    return term ? [{ text: matcher.write(term), kind: 'placeholder' }] : [];
  }),
});
