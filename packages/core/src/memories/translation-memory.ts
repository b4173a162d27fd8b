import type { LanguageTag } from '@dragoman/contract';
import { type CodedText, isPlaceholder, type TextCode } from './coded-text.js';

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
 * Says which code of the source each code of a translation is. A placeholder that only the
 * translation has is part of its text.
 *
 * @returns undefined where a code of the source is lost, or a tag is new
 */
export const alignCodes = (
  source: CodedText,
  target: CodedText,
): Pick<MemoryMatch, 'target' | 'order'> | undefined => {
  const order: number[] = [];
  const codes: TextCode[] = [];
  for (const code of target.codes) {
    const index = source.codes.findIndex(
      ({ name }, place) => name === code.name && !order.includes(place),
    );
    if (index === -1 && !isPlaceholder(code)) return undefined;
    if (index === -1) continue;
    order.push(index);
    codes.push(code);
  }
  if (order.length < source.codes.length) return undefined;
  return { target: { text: target.text, codes }, order };
};
