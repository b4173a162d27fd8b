import { baseOf, type LanguageTag } from '@dragoman/contract';
import type { Detector } from '../detection/index.js';

/** Shorter texts, in letters, say too little about their language to refuse them. */
const LEAST_LETTERS = 12;
const LEAST_CONFIDENCE = 0.9;

/** The languages of an answer, and what tells them. */
export interface AnswerLanguages {
  readonly from: LanguageTag;
  readonly to: LanguageTag;
  readonly detector: Detector;
}

/**
 * Whether an answer is beyond reasonable doubt in another language than the target's. A sentence
 * that is not in its own source language either, such as a quotation, may stay what it is.
 *
 * @param source the words of the unit, without protected spans
 * @param answer the words of its translation
 */
export const isInWrongLanguage = (
  source: string,
  answer: string,
  { from, to, detector }: AnswerLanguages,
): boolean => {
  if (letterCount(answer) < LEAST_LETTERS) return false;
  return isForeign(answer, to, detector) && !isForeign(source, from, detector);
};

const isForeign = (text: string, language: LanguageTag, detector: Detector): boolean => {
  const [judgement] = detector.judge([text], new Set([baseOf(language)]));
  return (
    judgement !== undefined &&
    judgement.language !== null &&
    !judgement.isWanted &&
    judgement.confidence >= LEAST_CONFIDENCE
  );
};

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
