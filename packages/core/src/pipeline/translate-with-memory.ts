import type { AddressedWork } from './keep-address.js';
import type { AssembledText } from './opened-text.js';
import type { ReadText } from './read-text.js';
import type { PrepareOptions } from './request.js';
import { type MemoryOptions, translateFromMemory } from './translate-from-memory.js';
import { translateWholeTexts } from './translate-whole-texts.js';

/** Translates texts, unit by unit. */
export type TranslateTexts = (
  texts: readonly ReadText[],
  translate: AddressedWork,
) => Promise<readonly AssembledText[]>;

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
