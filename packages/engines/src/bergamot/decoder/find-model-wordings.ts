import { join } from 'node:path';
import type { OtherWording, WordingQuestion } from '@dragoman/core';
import { vocabulariesOf } from '../models/files/metadata.js';
import { linePrefix, type ModelDirection } from '../models/model-catalog.js';
import type { DecoderThread } from './decoder-thread.js';

/** Asks the model of a direction for other wordings; see {@link DecoderThread.findWordings}. */
export const findModelWordings = (
  thread: DecoderThread,
  { model: { folder, metadata }, modelKey: key, pair }: ModelDirection,
  question: WordingQuestion,
  signal: AbortSignal,
): Promise<readonly OtherWording[] | undefined> => {
  const files = {
    key,
    modelPath: join(folder, metadata.files.model.name),
    vocabularyPaths: vocabulariesOf(metadata).map(({ name }) => join(folder, name)),
  };
  const text = linePrefix(pair.prefix) + question.text;
  return thread.findWordings(files, { ...question, text }, signal);
};
