import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { formsOf, type TranslationMemory } from '../memories/translation-memory.js';
import type { Meter } from '../observers.js';
import { unchanged } from '../protection/placed-spans.js';
import type { AddressedWork } from './keep-address.js';
import { hasWords, mapInTurns, mapWhere, type Work } from './map-together.js';
import type { AssembledText, ReadText } from './opened-text.js';
import type { PrepareOptions } from './request.js';
import { type SplitText, splitText } from './split-text.js';

/** Translates texts, unit by unit. */
export type TranslateTexts = (
  texts: readonly ReadText[],
  translate: AddressedWork,
) => Promise<readonly AssembledText[]>;

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
const findInMemory = async (
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
const translateFromMemory = async (
  units: readonly TranslationUnit[],
  options: MemoryOptions,
  translate: Work<TranslationUnit, TranslatedUnit>,
): Promise<readonly TranslatedUnit[]> => {
  const found = await findInMemory(units, options);
  const others = await mapWhere(units, (_, index) => found[index] === undefined, translate);
  return units.map((unit, index) => found[index] ?? others[index] ?? unchanged(unit));
};

/**
 * Translates plain texts of several sentences from a memory where it has them as a whole, and all
 * others in the usual way.
 */
const translateWholeTexts = async (
  texts: readonly ReadText[],
  options: PrepareOptions,
  memory: MemoryOptions,
  translate: Work<ReadText, AssembledText>,
): Promise<readonly AssembledText[]> => {
  const whole = await mapInTurns(
    texts,
    memory.signal,
    ({ text }) => text.length,
    (text) => splitWhole(text, options),
  );
  const units = whole.flatMap((split) => split?.units[0] ?? []);
  const found = new Map<TranslationUnit | undefined, string | undefined>(
    (await findInMemory(units, memory)).map((match, index) => [units[index], match?.text]),
  );
  const known = whole.map((split) => {
    const text = split && found.get(split.units[0]);
    return split === undefined || text === undefined
      ? undefined
      : split.join([text], options.target.base);
  });
  const others = await mapWhere(texts, (_, index) => known[index] === undefined, translate);
  return texts.map(({ text }, index) => known[index] ?? others[index] ?? { text });
};

/** A plain text as one unit; undefined for one that is a sentence, which is looked up as that. */
const splitWhole = (
  { text, document, opened }: ReadText,
  { language, options }: PrepareOptions,
): SplitText | undefined => {
  if (document || opened) return undefined;
  const limits = { language, maxCharacters: Number.POSITIVE_INFINITY };
  if (splitText(text, { ...limits, mode: options.splitMode }).units.length < 2) return undefined;
  return splitText(text, { ...limits, mode: 'none' });
};

/**
 * Looks whole texts up in the memory of a request, and then their sentences; the rest is translated
 * in the usual way.
 *
 * @param memory undefined where the request names none for this source language
 */
export const translateWithMemory = (
  texts: readonly ReadText[],
  options: PrepareOptions,
  memory: MemoryOptions | undefined,
  {
    translateTexts,
    translateUnits,
  }: {
    readonly translateTexts: TranslateTexts;
    readonly translateUnits: AddressedWork;
  },
): Promise<readonly AssembledText[]> => {
  if (!memory) return translateTexts(texts, translateUnits);
  return translateWholeTexts(texts, options, memory, (others) =>
    translateTexts(others, (units, form) =>
      translateFromMemory(units, memory, (rest) => translateUnits(rest, form)),
    ),
  );
};
