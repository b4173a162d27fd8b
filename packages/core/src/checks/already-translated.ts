import type { LanguageTag } from '@dragoman/contract';
import type { Detector } from '../detection/detection.js';

/** Shorter texts, in characters, say too little about their language to overrule the caller. */
const MIN_LENGTH = 40;
const MIN_CONFIDENCE = 0.95;

/**
 * Whether a text is, beyond reasonable doubt, written in the target language already although the
 * caller named another source. Engines make nonsense of such a text.
 *
 * @param installed languages to distinguish, the target among them
 */
export const isInTargetAlready = (
  text: string,
  target: LanguageTag,
  installed: ReadonlySet<LanguageTag>,
  detector: Detector,
): boolean => {
  if (text.length < MIN_LENGTH) return false;
  const [detection] = detector.detect([text], installed);
  return detection?.language === target && detection.confidence >= MIN_CONFIDENCE;
};
