import { findLanguage, findTarget, type LanguageTag } from '@dragoman/contract';
import type { RejectedTranslation, Rewriting, TranslationUnit, Wording } from '@dragoman/core';
import { describeProblem } from './problems.js';

/** One text of a call, with its protected spans as marks. */
export interface AskedText {
  readonly text: string;
  readonly terms?: TranslationUnit['terms'];
  /** An earlier translation that was refused. */
  readonly rejected?: RejectedTranslation | undefined;
}

/** What a call asks for. */
export interface Question {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
  readonly texts: readonly AskedText[];
  readonly wording?: Wording | undefined;
  /** Undefined for translations. */
  readonly rewriting?: Rewriting | undefined;
}

/** The name of a language for a model: `German`, `Portuguese (Brazilian)`. */
export const nameOf = (tag: LanguageTag): string => {
  const target = findTarget(tag);
  if (tag.includes('-')) return target?.variant?.name ?? tag;
  return findLanguage(tag)?.name ?? tag;
};

/**
 * The user's message of a call. As members of a JSON object, texts cannot be taken for anything else,
 * whatever they say. What changes least from call to call comes first.
 *
 * @param separator the delimiter protocol's
 */
export const userMessage = (question: Question, separator?: string): string =>
  JSON.stringify({
    ...(question.rewriting ? rewritingTask(question, question.rewriting) : translation(question)),
    ...(separator !== undefined && { separator }),
    texts: question.texts.map(({ text, terms, rejected }, index) => ({
      id: index + 1,
      text,
      ...(terms && { terms }),
      ...(rejected && { refused: rejected.text, problem: describeProblem(rejected.defect) }),
    })),
  });

const translation = ({ source, target, wording = {} }: Question): object => {
  const { formality, instructions = [], context } = wording;
  return {
    from: nameOf(source),
    to: nameOf(target),
    ...(formality && { formality }),
    ...(instructions.length > 0 && { instructions }),
    ...(context && { context }),
  };
};

const rewritingTask = ({ target }: Question, { kind, style, tone }: Rewriting): object => ({
  language: nameOf(target),
  task: kind,
  ...(style && { style }),
  ...(tone && { tone }),
});
