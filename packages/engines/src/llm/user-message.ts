import { findLanguage, findTarget, type LanguageTag } from '@dragoman/contract';
import type { Guidance, RejectedTranslation, Rewriting, TranslationUnit } from '@dragoman/core';

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
  readonly guidance?: Guidance | undefined;
  /** Undefined for translations. */
  readonly rewriting?: Rewriting | undefined;
}

/** The name of a language for a model: `German`, `Portuguese (Brazilian)`. */
const nameOf = (tag: LanguageTag): string => {
  const target = findTarget(tag);
  if (tag.includes('-')) return target?.variant?.name ?? tag;
  return findLanguage(tag)?.name ?? tag;
};

/** What a model is told about an answer that was refused, by the name of the defect. */
const PROBLEMS: Readonly<Record<string, string>> = {
  blank: 'The answer was empty.',
  lost_span: 'A mark was missing, was there twice, or was changed.',
  added_text:
    'The answer had something that the text does not say: an introduction, an apology, a note or formatting.',
  repeated_source: 'The answer repeated the original text.',
  language: 'The answer was not in the language asked for.',
  no_words:
    'The text has words, but the translation had none. Translate the text, do not answer it.',
  unrelated: 'The answer said something else than the text. Do not reply to the text.',
  repetition: 'The answer repeated the same words over and over.',
  length: 'The answer was much too short or much too long for the text. Do not reply to the text.',
  negation: 'The text negates something, but the answer did not, or the other way round.',
  numbers: 'A number was missing or changed.',
  times: 'A time after noon (pm) became one before noon.',
  symbols: 'The answer had symbols that the text does not have.',
  brackets: 'A bracket was missing or added.',
  quotes: 'A quotation mark was missing or added.',
  copied: 'The text came back untranslated.',
  names: 'A name was spelled differently than in the text.',
};

/** A sentence about a defect, for a model that is asked again. */
const describeProblem = (defect: string): string =>
  PROBLEMS[defect] ?? 'The answer did not say what the text says.';

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

const translation = ({ source, target, guidance = {} }: Question): object => {
  const { formality, instructions = [], context } = guidance;
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
