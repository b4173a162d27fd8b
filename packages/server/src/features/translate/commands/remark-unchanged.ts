import { baseOf, findLanguage } from '@dragoman/contract';
import type { TranslationSettings } from './backend.js';

/** A text and its translation. */
export interface Outcome {
  readonly source: string;
  readonly translation: string;
  /** Upper-case code; null if there was nothing to translate. */
  readonly detected: string | null;
}

const WORDS = /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u;

/**
 * A remark on a text that came back unchanged because of its language; undefined if there is none
 * to make. A single word may be the same in both languages.
 */
export const remarkUnchanged = (
  { source, translation, detected }: Outcome,
  { target_lang: target, source_lang: given }: TranslationSettings,
): string | undefined => {
  if (detected === null || source.trim() !== translation.trim() || !WORDS.test(source)) {
    return undefined;
  }
  if (given !== undefined) {
    return `The text came back unchanged. Is it in ${nameOf(given)}, as --from says?`;
  }
  return baseOf(target).toUpperCase() === detected.toUpperCase()
    ? `The text came back unchanged: it is in ${nameOf(detected)} already. If it is not, name its language with --from.`
    : undefined;
};

const nameOf = (code: string): string => findLanguage(code)?.name ?? code;
