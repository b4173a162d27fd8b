import type { Rewriting } from '../engine/engine.js';
import { hasAddedText } from './added-text.js';
import { repeatsSource } from './repeated-source.js';
import { isUnrelated } from './unrelated.js';
import { type AnswerLanguages, isInWrongLanguage } from './wrong-language.js';

/** What can be wrong with an answer only of an engine that writes what it wants, the gravest first. */
export const ANSWER_DEFECTS = [
  'added_text',
  'repeated_source',
  'language',
  'no_words',
  'unrelated',
] as const;

export type AnswerDefect = (typeof ANSWER_DEFECTS)[number];

/**
 * The gravest defect of an answer that may be no translation at all.
 *
 * @param source the words of the unit, without protected spans
 * @param answer the words of its translation
 */
export const findAnswerDefect = (
  source: string,
  answer: string,
  languages: AnswerLanguages,
): AnswerDefect | undefined => {
  if (hasAddedText(source, answer)) return 'added_text';
  if (repeatsSource(source, answer)) return 'repeated_source';
  if (isInWrongLanguage(source, answer, languages)) return 'language';
  if (wordCount(source) > 1 && wordCount(answer) === 0) return 'no_words';
  return undefined;
};

/** A rewriting this many times as long as its source that contains it stands after it. */
const TWO_TEXTS = 1.7;

/**
 * The gravest defect of an answer to a request to write a text again in its own language.
 *
 * @param source the words of the unit, without protected spans
 * @param answer the words of its rewriting
 */
export const findRewritingDefect = (
  source: string,
  answer: string,
  languages: AnswerLanguages,
  kind: Rewriting['kind'],
): AnswerDefect | undefined => {
  if (hasAddedText(source, answer)) return 'added_text';
  if (repeatsSource(source, answer, TWO_TEXTS)) return 'repeated_source';
  if (isInWrongLanguage(source, answer, languages)) return 'language';
  if (isUnrelated(source, answer, kind)) return 'unrelated';
  return undefined;
};

const wordCount = (text: string): number => text.match(/\p{L}+/gu)?.length ?? 0;
