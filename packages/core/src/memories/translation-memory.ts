import type { LanguageTag } from '@dragoman/contract';
import type { CodedText } from './coded-text.js';

/** A translation that fits a text. */
export interface MemoryMatch {
  /** In percent; 100 for a text that is the same but for its codes. */
  readonly similarity: number;
  readonly target: CodedText;
  /** For each code of the target, in order: which code of the source it is. */
  readonly order: readonly number[];
}

/** The translation memory that a request names. */
export interface TranslationMemory {
  /** Base language of its sources. */
  readonly sourceLanguage: LanguageTag;
  /**
   * Looks for translations that are similar enough for the request.
   *
   * @param forms texts as they are compared, see `comparedForm`
   * @returns the best match for each of them
   * @throws the signal's reason once it aborts
   */
  find(
    forms: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (MemoryMatch | undefined)[]>;
}

/**
 * Which code of the source each code of a translation is, in order; undefined where they do not
 * correspond one to one.
 */
export const orderCodes = (source: CodedText, target: CodedText): readonly number[] | undefined => {
  if (source.codes.length !== target.codes.length) return undefined;
  const taken = new Set<number>();
  for (const { name } of target.codes) {
    const index = source.codes.findIndex((code, place) => code.name === name && !taken.has(place));
    if (index === -1) return undefined;
    taken.add(index);
  }
  return [...taken];
};
