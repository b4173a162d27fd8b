import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { partsOf, unchanged } from '../protection/placed-spans.js';
import { hasLetter } from '../segmentation/characters.js';
import { mapWhere, type Work } from './map-together.js';

/** The same for units that are the same to an engine; of two equal texts, one may be protected. */
export const unitKey = ({ text, protectedSpans, terms }: TranslationUnit): string =>
  protectedSpans.length === 0 && !terms
    ? text
    : `${text}\0${protectedSpans.map(({ start, end }) => `${start}:${end}`).join(' ')}${terms ? JSON.stringify(terms) : ''}`;

/** Whether a unit has a letter to translate. */
export const hasWords = (unit: TranslationUnit): boolean =>
  unit.protectedSpans.length === 0
    ? hasLetter(unit.text)
    : partsOf(unchanged(unit)).some(({ text, span }) => span === undefined && hasLetter(text));

/** The same work with each unit once. */
export const onceEach =
  (translate: Work<TranslationUnit, TranslatedUnit>): Work<TranslationUnit, TranslatedUnit> =>
  async (units) => {
    const asked = new Map<string, TranslationUnit>();
    for (const unit of units) {
      const key = unitKey(unit);
      if (!asked.has(key)) asked.set(key, unit);
    }
    if (asked.size === units.length) return translate(units);
    const answers = await translate([...asked.values()]);
    const results = new Map([...asked.keys()].map((key, index) => [key, answers[index]]));
    return units.map((unit) => results.get(unitKey(unit)) ?? unchanged(unit));
  };

/** The same work with each unit once, and without those that have no words: they stay as they are. */
export const distinctly = (
  translate: Work<TranslationUnit, TranslatedUnit>,
): Work<TranslationUnit, TranslatedUnit> =>
  onceEach(async (units) => {
    const translated = await mapWhere(units, hasWords, translate);
    return units.map((unit, index) => translated[index] ?? unchanged(unit));
  });
