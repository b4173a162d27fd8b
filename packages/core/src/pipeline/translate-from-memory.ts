import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { formsOf, type TranslationMemory } from '../memories/index.js';
import type { Meter } from '../observers.js';
import { unchanged } from '../protection/placed-spans.js';
import { hasWords } from './distinct-units.js';
import { mapWhere, type Work } from './map-together.js';

/** What translating from a memory needs. */
export interface MemoryOptions {
  readonly memory: TranslationMemory;
  readonly meter: Meter;
  readonly signal: AbortSignal;
}

/**
 * The translations that a memory has for units, with the tags and placeholders of the units in the
 * place of its own; undefined where it has none, or other codes.
 */
export const findInMemory = async (
  units: readonly TranslationUnit[],
  { memory, meter, signal }: MemoryOptions,
): Promise<readonly (TranslatedUnit | undefined)[]> => {
  const forms = units.map((unit) => (hasWords(unit) ? formsOf(unit) : []));
  const asked = new Set(forms.flat().map(({ form }) => form));
  if (asked.size === 0) return units.map(() => undefined);
  const answers = await memory.find([...asked], signal);
  const matches = new Map([...asked].map((form, index) => [form, answers[index]]));
  return forms.map((ways) => {
    for (const { form, adapt } of ways) {
      const match = matches.get(form);
      const adapted = match && adapt(match);
      if (!adapted) continue;
      meter.count('memories', { match: match.similarity === 100 ? 'exact' : 'similar' });
      return adapted;
    }
    if (ways.length > 0) meter.count('memories', { match: 'none' });
    return undefined;
  });
};

/**
 * Translates units from a memory, and those that it does not have in the usual way.
 *
 * @param translate gives a translation for each unit, in order
 */
export const translateFromMemory = async (
  units: readonly TranslationUnit[],
  options: MemoryOptions,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly TranslatedUnit[]> => {
  const found = await findInMemory(units, options);
  const others = await mapWhere(units, (_, index) => found[index] === undefined, translate);
  return units.map((unit, index) => found[index] ?? others[index] ?? unchanged(unit));
};
