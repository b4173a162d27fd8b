import type { PageAlternatives, PageModelWord, PageWordChoice } from '@dragoman/contract';
import { ask, jsonOf, type TranslationRequest, toWire } from './api.js';

/** A word of the translation of a sentence: a half-open range of UTF-16 code units. */
export interface ClickedWord {
  readonly translation: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Other translations of a sentence, the best first; often fewer than one would like, or none.
 *
 * @throws PageFailure; the signal's reason once it aborts
 */
export const fetchAlternatives = async (
  request: TranslationRequest,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const { alternatives } = await post<PageAlternatives>(
    'session/alternatives',
    toWire(request),
    signal,
  );
  return alternatives;
};

/**
 * Other words for one of the translation of a sentence, from glossaries and dictionaries.
 *
 * @throws PageFailure; the signal's reason once it aborts
 */
export const fetchWordChoices = async (
  request: TranslationRequest,
  clicked: ClickedWord,
  signal: AbortSignal,
): Promise<readonly PageWordChoice[]> => {
  const { choices } = await post<{ readonly choices: readonly PageWordChoice[] }>(
    'session/words',
    { ...toWire(request), ...clicked },
    signal,
  );
  return choices;
};

/**
 * What the model would have written instead of a word of the translation of a sentence; often nothing.
 *
 * @throws PageFailure; the signal's reason once it aborts
 */
export const fetchModelWords = async (
  request: TranslationRequest,
  clicked: ClickedWord,
  signal: AbortSignal,
): Promise<readonly PageModelWord[]> => {
  const { words } = await post<{ readonly words: readonly PageModelWord[] }>(
    'session/words/model',
    { ...toWire(request), ...clicked },
    signal,
  );
  return words;
};

/**
 * The translation of a sentence with certain words for one of its own, as well as the engine can.
 *
 * @throws PageFailure; the signal's reason once it aborts
 */
export const fetchWithWord = async (
  request: TranslationRequest,
  words: { readonly word: string; readonly required: string },
  signal: AbortSignal,
): Promise<string> => {
  const { text } = await post<{ readonly text: string }>(
    'session/words/required',
    { ...toWire(request), ...words },
    signal,
  );
  return text;
};

const post = <Answer>(address: string, body: object, signal: AbortSignal): Promise<Answer> =>
  ask<Answer>(address, { method: 'POST', ...jsonOf(body), signal });
