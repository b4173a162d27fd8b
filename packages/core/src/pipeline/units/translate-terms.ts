import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { joinParts, partsOf, unchanged } from '../../protection/placed-spans.js';
import {
  asPlaceholder,
  findUnitTerms,
  settleCase,
  type TermMatcher,
  type TermPart,
  type TermWay,
  type UnitTerm,
} from '../../terms/index.js';
import { hasWords } from './distinct-units.js';
import { mapWhere, type Work } from './map-together.js';
import type { Meter } from './ports.js';

/** How the terms of glossaries get into translations. */
export interface TermOptions {
  readonly matcher: TermMatcher;
  /**
   * The ways to be tried, the best first; a placeholder comes after them.
   *
   * @param targets the translations of all terms that were found
   */
  findWays(targets: readonly string[]): Promise<readonly TermWay[]>;
  readonly meter: Meter;
}

/** A unit, and what the glossaries say about it. */
interface FoundUnit {
  readonly unit: TranslationUnit;
  readonly terms: readonly UnitTerm[];
  readonly targets: readonly string[];
}

/**
 * Translates units so that each term of a glossary has the translation given there. Where a way does
 * not put all terms of a unit into its translation, the next one is tried. Units without terms go
 * to the engine as they are, and units of nothing but terms do not go there at all.
 *
 * @param translate gives a translation for each unit, in order
 */
export const translateTerms = async (
  units: readonly TranslationUnit[],
  { matcher, findWays, meter }: TermOptions,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly TranslatedUnit[]> => {
  const found = units.map((unit): FoundUnit => {
    const terms = findUnitTerms(unit, matcher);
    return { unit, terms, targets: terms.map(matcher.write) };
  });
  const targets = new Set(found.flatMap((one) => one.targets));
  const ways = targets.size > 0 ? await findWays([...targets]) : [];
  const translated = await tryWays(found, [...ways, asPlaceholder], matcher, translate);
  return found.map(({ unit, terms }, index) => {
    const parts = translated[index] ?? [];
    if (terms.length === 0) return joinParts(parts);
    const honoured = honouredIn(parts);
    meter.count('terms', { outcome: 'honoured' }, honoured);
    meter.count('terms', { outcome: 'missed' }, terms.length - honoured);
    return joinParts(settleCase(unit, terms, parts, matcher));
  });
};

const tryWays = async (
  units: readonly FoundUnit[],
  [way, ...others]: readonly TermWay[],
  matcher: TermMatcher,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly (readonly TermPart[])[]> => {
  const termed = units.map((found) => (way ? writeUnit(found, way, matcher) : asIs(found)));
  const translated = await translate(termed.map(({ unit }) => unit));
  const read = termed.map(({ unit, read: cut }, index) =>
    cut(translated[index] ?? unchanged(unit)),
  );
  if (others.length === 0) return read;
  const again = await mapWhere(
    units,
    ({ terms }, index) => honouredIn(read[index] ?? []) < terms.length,
    (missed) => tryWays(missed, others, matcher, translate),
  );
  return read.map((parts, index) => again[index] ?? parts);
};

const writeUnit = (
  found: FoundUnit,
  way: TermWay,
  { pair: { target: language } }: TermMatcher,
): ReturnType<TermWay> => {
  const { unit, terms, targets } = found;
  if (terms.length === 0) return asIs(found);
  const placeholders = asPlaceholder(unit, terms, { targets, language });
  return hasWords(placeholders.unit) ? way(unit, terms, { targets, language }) : placeholders;
};

const asIs = ({ unit }: FoundUnit): ReturnType<TermWay> => ({ unit, read: partsOf });

const honouredIn = (parts: readonly TermPart[]): number =>
  new Set(parts.flatMap(({ term }) => term ?? [])).size;
