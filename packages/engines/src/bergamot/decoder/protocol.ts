import type { OtherWording, WordingQuestion } from '@dragoman/core';
import type { ModelToLoad } from '../workers/protocol.js';

/** A model, and where its files are. */
export type ModelFiles = Pick<ModelToLoad, 'id' | 'modelPath' | 'vocabularyPaths'>;

/** What the thread is asked; it answers each with one {@link ThreadAnswer}. */
export interface ThreadRequest {
  readonly files: ModelFiles;
  readonly question: WordingQuestion;
}

export interface ThreadAnswer {
  /** Undefined where the model is of a kind that cannot be asked. */
  readonly wordings?: readonly OtherWording[];
  /** Why; for an operator. */
  readonly problem?: string;
}
