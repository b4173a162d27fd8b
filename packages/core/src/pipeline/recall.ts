import type { Meter } from '../dependencies.js';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { formsOf, type TranslationMemory } from '../translation-memory.js';
import { mapInTurns } from '../turns.js';
import { hasWords } from './map-together.js';
import type { AssembledText, ReadText } from './opened-text.js';
import type { TextOptions } from './request.js';
import { type SplitText, splitText } from './segment-text.js';
import type { SentenceJob } from './sentence-job.js';

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

/** The stage that gives jobs the translations that a memory has for them. */
export const recall = async (
  jobs: readonly SentenceJob[],
  options: MemoryOptions,
): Promise<readonly SentenceJob[]> => {
  const units = jobs.map(({ unit }) => unit);
  const found = await findInMemory(units, options);
  return jobs.map((job, index) => {
    const translated = found[index];
    return translated ? { ...job, translated, isRecalled: true } : job;
  });
};

/** The translations that a memory has for plain texts of several sentences as a whole. */
export const recallTexts = async (
  texts: readonly ReadText[],
  options: TextOptions,
  memory: MemoryOptions,
): Promise<readonly (AssembledText | undefined)[]> => {
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
  return whole.map((split) => {
    const text = split && found.get(split.units[0]);
    return split === undefined || text === undefined
      ? undefined
      : split.join([text], options.target.base);
  });
};

/** A plain text as one unit; undefined for one that is a sentence, which is looked up as that. */
const splitWhole = (
  { text, marked, opened }: ReadText,
  { source, options }: TextOptions,
): SplitText | undefined => {
  if (marked || opened) return undefined;
  const limits = { language: source, maxCharacters: Number.POSITIVE_INFINITY };
  if (splitText(text, { ...limits, mode: options.splitMode }).units.length < 2) return undefined;
  return splitText(text, { ...limits, mode: 'none' });
};
