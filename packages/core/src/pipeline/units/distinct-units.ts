import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import { partsOf, unchanged } from '../../protection/placed-spans.js';
import { hasLetter } from '../../segmentation/characters.js';
import type { Work } from './map-together.js';

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

/** The same work with each unit once, and without those that have no words: they stay as they are. */
export const distinctly =
  (translate: Work<TranslationUnit, TranslatedUnit>): Work<TranslationUnit, TranslatedUnit> =>
  async (units) => {
    const asked = new Map<string, TranslationUnit>();
    for (const unit of units) {
      const key = unitKey(unit);
      if (!asked.has(key) && hasWords(unit)) asked.set(key, unit);
    }
    if (asked.size === 0) return units.map(unchanged);
    const answers = await translate([...asked.values()]);
    const results = new Map([...asked.keys()].map((key, index) => [key, answers[index]]));
    return units.map((unit) => results.get(unitKey(unit)) ?? unchanged(unit));
  };
