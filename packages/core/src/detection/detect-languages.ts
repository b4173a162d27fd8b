import type { LanguageTag } from '@dragoman/contract';
import type { Detection, Detector } from './detection.js';

/** A text with fewer letters may be in more languages than the detector knows. */
const FEW_LETTERS = 20;
const MOST_WITH_FEW_LETTERS = 0.9;

/** {@link detectLanguages}, with what is installed now and the detector given. */
export type DetectLanguages = (texts: readonly string[]) => readonly Detection[];

const countLetters = (text: string): number => {
  let count = 0;
  for (const _ of text.matchAll(/\p{L}/gu)) if (++count === FEW_LETTERS) break;
  return count;
};

/**
 * Says what texts are written in, for somebody who asks for just that. Its confidence stays at 0.9
 * at most for texts of fewer than 20 letters.
 *
 * @param texts one request's texts: short ones lean on the others
 * @param installed languages something can be translated from; an unsure answer is one of them
 * @returns one answer per text, in order
 */
export const detectLanguages = (
  texts: readonly string[],
  installed: ReadonlySet<LanguageTag>,
  detector: Detector,
): readonly Detection[] =>
  detector
    .judge(texts, installed)
    .map(({ isWanted: _, ...detection }, index) =>
      countLetters(texts[index] ?? '') < FEW_LETTERS
        ? { ...detection, confidence: Math.min(detection.confidence, MOST_WITH_FEW_LETTERS) }
        : detection,
    );
