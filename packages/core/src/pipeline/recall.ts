import type { Meter } from '../dependencies.js';
import { mapYielding } from '../event-loop.js';
import { formsOf, type TranslationMemory } from '../translation-memory.js';
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
 * The stage that gives jobs the translations that a memory has for them, with the tags and placeholders
 * of the jobs in the place of its own. Where it has none, or other codes, a job stays as it is.
 */
export const recall = async (
  jobs: readonly SentenceJob[],
  { memory, meter, signal }: MemoryOptions,
): Promise<readonly SentenceJob[]> => {
  const forms = jobs.map(({ unit }) => (hasWords(unit) ? formsOf(unit) : []));
  const asked = new Set(forms.flat().map(({ form }) => form));
  if (asked.size === 0) return jobs;
  const answers = await memory.find([...asked], signal);
  const matches = new Map([...asked].map((form, index) => [form, answers[index]]));
  return jobs.map((job, index) => {
    const ways = forms[index] ?? [];
    for (const { form, adapt } of ways) {
      const match = matches.get(form);
      const translated = match && adapt(match);
      if (!translated) continue;
      meter.count('memories', { match: match.similarity === 100 ? 'exact' : 'similar' });
      return { ...job, translated, isRecalled: true };
    }
    if (ways.length > 0) meter.count('memories', { match: 'none' });
    return job;
  });
};

/**
 * Takes plain texts of several sentences through the same stage, each as one job. What a memory has for
 * a whole text is its translation as people wrote it: nothing is left to translate, check or assemble.
 *
 * @returns undefined for what the memory does not have as a whole
 */
export const recallTexts = async (
  texts: readonly ReadText[],
  options: TextOptions,
  memory: MemoryOptions,
): Promise<readonly (AssembledText | undefined)[]> => {
  const whole = await mapYielding(
    texts,
    memory.signal,
    ({ text }) => text.length,
    (text) => splitWhole(text, options),
  );
  const jobs = whole.flatMap((split, text) =>
    (split?.units.slice(0, 1) ?? []).map((unit): SentenceJob => ({ text, unit })),
  );
  const recalled = await recall(jobs, memory);
  const found = new Map(recalled.map(({ text, translated }) => [text, translated?.text]));
  return whole.map((split, index) => {
    const text = found.get(index);
    return text === undefined ? undefined : split?.join([text], options.target.base);
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
