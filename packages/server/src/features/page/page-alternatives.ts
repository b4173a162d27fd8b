import {
  CLICKED_WORD_BODY,
  type LanguageTag,
  type PageAlternatives,
  type PageModelWord,
  type PageWordChoice,
  parse,
  REQUIRED_WORD_BODY,
  SENTENCE_BODY,
} from '@dragoman/contract';
import type { Alternative, RequestSettings } from '@dragoman/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { signalOf } from '../../platform/http/once-sent.js';
import { requireJson } from '../../platform/http/parse-bodies.js';
import type { ServiceLimits } from '../translate/admission.js';
import {
  type ClickedWord,
  createFindAlternatives,
  createFindModelWords,
  createFindWordChoices,
  type WordChoice,
} from '../translate/alternatives.js';

/** Of one entry; more are not worth the reading. */
const MAX_TRANSLATIONS = 8;

/** More are not worth the reading. */
const MAX_ALTERNATIVES = 5;
/** A visitor waits for them: after this time, one is enough. */
const ENOUGH_AFTER_MS = 1000;

type AlternativesDependencies = Pick<
  RouteDependencies,
  | 'translateShared'
  | 'findAlternatives'
  | 'findWord'
  | 'findModelWordChoices'
  | 'resolveRequest'
  | 'admission'
> & {
  readonly settings: ServiceLimits['settings'];
};

/** Dictionaries that take longer to open are opened by the click. */
const OPENING_TIMEOUT_MS = 10_000;

/**
 * Opens the dictionaries that a click on a word of a translation asks: that takes some hundred
 * milliseconds, in which the visitor reads the translation.
 */
export const openDictionaries = async (
  { target, options }: RequestSettings,
  source: LanguageTag,
  { findWord }: Pick<AlternativesDependencies, 'findWord'>,
): Promise<void> => {
  if (target.base === source) return;
  // No word of nothing has an entry, nor is anything translated to find it.
  const nothing = { sentence: '', translation: '', word: { start: 0, end: 0 } };
  const { preferredModel } = options;
  const signal = AbortSignal.timeout(OPENING_TIMEOUT_MS);
  try {
    await findWord({ ...nothing, source, target, preferredModel }, { signal });
  } catch {
    // The click that needs them reports what is wrong.
  }
};

/** For a sentence of the page: other translations of it, over other routes, or of other words. */
export const registerPageAlternatives = (
  visitors: FastifyInstance,
  dependencies: AlternativesDependencies,
): void => {
  registerWords(visitors, dependencies);
  const findAlternatives = createFindAlternatives(dependencies);
  visitors.post('/session/alternatives', async (request, reply) => {
    requireJson(request);
    const body = parse(SENTENCE_BODY, request.body, '/session/alternatives');
    const signal = signalOf(reply.raw);
    const translated = await dependencies.translateShared(PAGE_ACCOUNT.id, body, signal);
    const [alternatives = []] = await findAlternatives(
      translated,
      { count: MAX_ALTERNATIVES, enoughAfterMs: ENOUGH_AFTER_MS },
      signal,
    );
    return { alternatives } satisfies PageAlternatives;
  });
};

/** Other words for one of a translation, and translations that have them. */
const registerWords = (visitors: FastifyInstance, dependencies: AlternativesDependencies): void => {
  const { translateShared } = dependencies;
  const findWordChoices = createFindWordChoices(dependencies);
  const findModelWords = createFindModelWords(dependencies);
  const readClickedWord = (request: FastifyRequest): ClickedWord => {
    requireJson(request);
    const { translation, start, end, ...body } = parse(
      CLICKED_WORD_BODY,
      request.body,
      '/session/words',
    );
    return { body, translation, word: { start, end } };
  };

  visitors.post('/session/words', async (request, reply) => {
    const clicked = readClickedWord(request);
    const choices = await findWordChoices(PAGE_ACCOUNT.id, clicked, signalOf(reply.raw));
    return { choices: choices.map(toWire) };
  });

  visitors.post('/session/words/model', async (request, reply) => {
    const words = await findModelWords(
      PAGE_ACCOUNT.id,
      readClickedWord(request),
      signalOf(reply.raw),
    );
    const toModelWord = ({ text, start, end }: Alternative): PageModelWord => ({
      word: text.slice(start, end),
      text,
    });
    return { words: words.map(toModelWord) };
  });

  visitors.post('/session/words/required', async (request, reply) => {
    requireJson(request);
    const {
      word: source,
      required: target,
      ...body
    } = parse(REQUIRED_WORD_BODY, request.body, '/session/words');
    const signal = signalOf(reply.raw);
    const { texts } = await translateShared(PAGE_ACCOUNT.id, body, signal, { source, target });
    return { text: texts[0]?.text ?? '' };
  });
};

const toWire = ({ source, entry, translations }: WordChoice): PageWordChoice => ({
  word: source,
  ...(entry
    ? { kind: 'dictionary', part_of_speech: entry.partOfSpeech, lemma: entry.lemma }
    : { kind: 'glossary' }),
  translations: translations.slice(0, MAX_TRANSLATIONS),
});
