import type { LanguageTag } from '@dragoman/contract';
import type { Detection, Detector } from './detection.js';
import { ELD_LANGUAGES } from './evidence/eld-scores.js';
import { scriptLanguages } from './evidence/scripts.js';

/** From here on a language that is not installed is named; below it, an installed one is likelier. */
const CONFIDENT = 0.8;
/** A text with fewer letters may be in more languages than the detector knows. */
const FEW_LETTERS = 20;
const MOST_WITH_FEW_LETTERS = 0.9;

const ALL_LANGUAGES: ReadonlySet<LanguageTag> = new Set([...ELD_LANGUAGES, ...scriptLanguages()]);

/** {@link detectLanguages}, with what is installed now and the detector given. */
export type DetectLanguages = (texts: readonly string[]) => readonly Detection[];

const countLetters = (text: string): number => {
  let count = 0;
  for (const _ of text.matchAll(/\p{L}/gu)) if (++count === FEW_LETTERS) break;
  return count;
};

/**
 * Says what texts are written in, for somebody who asks for just that. Unlike the detection of a
 * source to translate from, it also knows languages that are not installed here, and its
 * confidence stays at 0.9 at most for texts of fewer than 20 letters.
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
  detector.detect(texts, new Set([...installed, ...ALL_LANGUAGES])).map((among, index) => {
    const text = texts[index] ?? '';
    const detection = preferInstalled(among, text, installed, detector);
    return countLetters(text) < FEW_LETTERS
      ? { ...detection, confidence: Math.min(detection.confidence, MOST_WITH_FEW_LETTERS) }
      : detection;
  });

const preferInstalled = (
  among: Detection,
  text: string,
  installed: ReadonlySet<LanguageTag>,
  detector: Detector,
): Detection => {
  const { language, confidence } = among;
  if (language === null || installed.has(language) || confidence >= CONFIDENT) return among;
  const [next] = detector.detect([text], installed);
  if (!next || next.language === null) return among;
  // That text may still be in the language left out.
  return { ...next, confidence: Math.min(next.confidence, 1 - confidence) };
};
