import type { TranslationUnit } from '../engine/engine.js';
import { mapInTurns, mapWhere, type Work } from './map-together.js';
import type { AssembledText } from './opened-text.js';
import type { ReadText } from './read-text.js';
import type { PrepareOptions } from './request.js';
import { type SplitText, splitText } from './split-text.js';
import { findInMemory, type MemoryOptions } from './translate-from-memory.js';

/**
 * Translates plain texts of several sentences from a memory where it has them as a whole, and all
 * others in the usual way.
 */
export const translateWholeTexts = async (
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
