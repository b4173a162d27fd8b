import type { OtherWording, WordingQuestion } from '@dragoman/core';
import { filesToLoad, linePrefix, type ModelDirection } from '../models/model-catalog.js';
import type { DecoderThread } from './decoder-thread.js';

/** Asks the model of a direction for other wordings; see {@link DecoderThread.findWordings}. */
export const findModelWordings = (
  thread: DecoderThread,
  { model, pair }: ModelDirection,
  question: WordingQuestion,
  signal: AbortSignal,
): Promise<readonly OtherWording[] | undefined> => {
  const text = linePrefix(pair.prefix) + question.text;
  return thread.findWordings(filesToLoad(model), { ...question, text }, signal);
};
