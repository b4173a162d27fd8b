import type { OtherWording, WordingQuestion } from '@dragoman/core';

/** A model, and where its files are. */
export interface ModelFiles {
  /** Another one once any of the files was replaced. */
  readonly key: string;
  readonly modelPath: string;
  /** One for both languages, or source and target. */
  readonly vocabularyPaths: readonly string[];
}

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
