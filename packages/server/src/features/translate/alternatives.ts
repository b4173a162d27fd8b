import { missingParameter, type TranslateBody } from '@dragoman/contract';
import {
  type Alternative,
  type AlternativesRequest,
  type DictionaryEntry,
  type FindAlternatives,
  type FindModelWordChoices,
  type FindWord,
  locateTerms,
  type RequestSettings,
  type TermMatcher,
  type TextRange,
  type WordRequest,
} from '@dragoman/core';
import { bestEffort, type ServiceLimits } from './admission.js';
import type { ResolveRequest } from './resolve-request.js';
import type { TranslatedRequest } from './translation-service.js';

/** What finding other words within the limits of the service needs. */
interface OtherWordsDependencies extends ServiceLimits {
  readonly findWord: FindWord;
  readonly findModelWordChoices: FindModelWordChoices;
  readonly resolveRequest: ResolveRequest;
}

/** A word of a translation that somebody clicked on. */
export interface ClickedWord {
  /** The request, with one sentence and the language it is in. */
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
 * names, then entries of dictionaries. A server without room or time for that answers without them.
 *
 * @param callerSignal aborts when the caller leaves
 * @throws AppError `invalid_parameter` for a glossary that the owner does not have
 */
export const createFindWordChoices =
  (dependencies: OtherWordsDependencies) =>
  async (
    owner: string,
    clicked: ClickedWord,
    callerSignal: AbortSignal,
  ): Promise<readonly WordChoice[]> => {
    const loaded = await bestEffort(dependencies, [], callerSignal, async (signal) => {
      const resolved = await dependencies.resolveRequest(owner, clicked.body);
      signal.throwIfAborted();
      return resolved.load(signal);
    });
    if (!loaded) return [];
    const asked = wordRequest(clicked, loaded);
    const { sentence } = asked;
    const found = await bestEffort(dependencies, [sentence], callerSignal, (signal) =>
      dependencies.findWord(asked, { signal }),
    );
    const matcher = loaded.terms;
    const terms = matcher ? await termsAt(asked, found?.source, matcher) : [];
    const entries = (found?.entries ?? []).map((entry): WordChoice => {
      const { start, end } = found?.source ?? { start: 0, end: 0 };
      return { source: sentence.slice(start, end), entry, translations: entry.translations };
    });
    return [...terms, ...entries];
  };

/**
 * Finds what the model would have written instead of a word of a translation. A server without room
 * for that answers with nothing.
 *
 * @param callerSignal aborts when the caller leaves
 */
export const createFindModelWords =
  (dependencies: OtherWordsDependencies) =>
  async (
    owner: string,
    clicked: ClickedWord,
    callerSignal: AbortSignal,
  ): Promise<readonly Alternative[]> => {
    const found = await bestEffort(
      dependencies,
      clicked.body.text,
      callerSignal,
      async (signal) => {
        const { request } = await dependencies.resolveRequest(owner, clicked.body);
        return dependencies.findModelWordChoices(wordRequest(clicked, request), { signal });
      },
    );
    return found ?? [];
  };

const wordRequest = (
  { body, translation, word }: ClickedWord,
  { source, target, options }: RequestSettings,
): WordRequest => {
  if (source === undefined) throw missingParameter('source_lang');
  const [sentence = ''] = body.text;
  const { preferredModel } = options;
  return { sentence, source, target, preferredModel, translation, word };
};

/** The terms at the word of the sentence, or else those whose translations the word is in. */
const termsAt = async (
  { sentence, translation, word }: WordRequest,
  source: TextRange | undefined,
  matcher: TermMatcher,
): Promise<readonly WordChoice[]> => {
  const overlaps = (one: TextRange, other: TextRange) =>
    one.start < other.end && other.start < one.end;
  const places = await locateTerms(sentence, translation, matcher);
  // Terms are read again with each search: the same one is another object.
  const located = new Set(
    places.filter((place) => overlaps(place, word)).map(({ term }) => term.source),
  );
  return matcher
    .find(sentence)
    .filter((match) => (source ? overlaps(match, source) : located.has(match.term.source)))
    .map((match) => ({
      source: sentence.slice(match.start, match.end),
      translations: [matcher.write(match)],
    }));
};

/** What finding alternatives within the limits of the service needs. */
interface AlternativesDependencies extends ServiceLimits {
  readonly findAlternatives: FindAlternatives;
}

/**
 * Finds other translations for texts that were translated, where there is room, until the deadline.
 * They are not billed, and a server without room for them answers without.
 *
 * @param wanted how many, and after what time one is enough
 * @param callerSignal aborts when the caller leaves
 * @returns for each text at most `count` alternatives
 */
export const createFindAlternatives =
  (dependencies: AlternativesDependencies) =>
  async (
    { request, texts: translated }: TranslatedRequest,
    wanted: Pick<AlternativesRequest, 'count' | 'enoughAfterMs'>,
    callerSignal: AbortSignal,
  ): Promise<readonly (readonly string[])[]> => {
    const found = await bestEffort(dependencies, request.texts, callerSignal, (signal) =>
      dependencies.findAlternatives({ request, translated, ...wanted }, { signal }),
    );
    return found ?? translated.map(() => []);
  };
