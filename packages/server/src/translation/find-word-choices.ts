import { isAppError, type TranslateBody } from '@dragoman/contract';
import {
  type DictionaryEntry,
  type FindWord,
  locateTerms,
  type TermMatcher,
  type TextRange,
} from '@dragoman/core';
import type { Configuration } from '../config/index.js';
import type { Admission } from './admission.js';
import type { FindOwnWords } from './own-words.js';

/** What finding choices for a word within the limits of the service needs. */
export interface WordChoicesDependencies {
  readonly settings: Pick<Configuration, 'requestTimeoutMs'>;
  readonly findWord: FindWord;
  readonly findOwnWords: FindOwnWords;
  readonly admission: Admission;
}

/** A word of a translation, and the request of one sentence that it answers. */
export interface ClickedWord {
  readonly body: TranslateBody & { readonly source_lang: string };
  readonly translation: string;
  readonly word: TextRange;
}

/** What could stand for some words of a sentence. */
export interface WordChoice {
  /** The words of the sentence. */
  readonly source: string;
  /** Undefined for a term of a glossary. */
  readonly entry?: DictionaryEntry;
  readonly translations: readonly string[];
}

/**
 * Finds what else could stand for a word of a translation: terms of the glossary that the request
 * names, then entries of dictionaries. A server without room for that answers without entries.
 *
 * @param caller aborts when the caller leaves
 * @throws AppError `invalid_parameter` for a glossary that the owner does not have
 */
export const createFindWordChoices =
  ({ settings, findWord, findOwnWords, admission }: WordChoicesDependencies) =>
  async (
    owner: string,
    clicked: ClickedWord,
    caller: AbortSignal,
  ): Promise<readonly WordChoice[]> => {
    const { own } = await findOwnWords(owner, clicked.body);
    const signal = AbortSignal.any([caller, AbortSignal.timeout(settings.requestTimeoutMs)]);
    const [sentence = ''] = clicked.body.text;
    const find = async () => {
      const leave = admission.enter(sentence.length);
      try {
        return await findWord(clicked, { signal });
      } finally {
        leave();
      }
    };
    const found = await find().catch((error: unknown) => {
      if (!isAppError(error) && !signal.aborted) throw error;
      return undefined;
    });
    const terms = own.terms ? termsAt(clicked, found?.source, own.terms) : [];
    const entries = (found?.entries ?? []).map((entry): WordChoice => {
      const { start, end } = found?.source ?? { start: 0, end: 0 };
      return { source: sentence.slice(start, end), entry, translations: entry.translations };
    });
    return [...terms, ...entries];
  };

/** The terms at the word of the sentence, or else those whose translations the word is in. */
const termsAt = (
  { body, translation, word }: ClickedWord,
  source: TextRange | undefined,
  matcher: TermMatcher,
): readonly WordChoice[] => {
  const [sentence = ''] = body.text;
  const overlaps = (one: TextRange, other: TextRange) =>
    one.start < other.end && other.start < one.end;
  const located = locateTerms(sentence, translation, matcher)
    .filter((place) => overlaps(place, word))
    .map(({ term }) => term);
  return matcher
    .find(sentence)
    .filter((match) => (source ? overlaps(match, source) : located.includes(match.term)))
    .map((match) => ({
      source: sentence.slice(match.start, match.end),
      translations: [matcher.write(match)],
    }));
};
