import {
  invalidParameter,
  type LanguageTag,
  missingParameter,
  parseTranslateBody,
  type TranslateBody,
  toWireCode,
} from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Configuration } from '../../platform/configuration/settings.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { signalOf } from '../../platform/http/once-sent.js';
import { requireJson } from '../../platform/http/parse-bodies.js';
import { PAGE_ACCOUNT } from '../keys-and-usage/key-record.js';
import type { ServiceLimits } from './admission.js';
import {
  type ClickedWord,
  createAlternatives,
  createFindModelWords,
  createFindWordChoices,
  type WordChoice,
} from './word-choices.js';

/** The longest translation of a sentence, in UTF-16 code units. */
const MAX_TRANSLATION_LENGTH = 4000;
/** The longest words that can be required, in UTF-16 code units. */
const MAX_WORDS_LENGTH = 200;
/** Of one entry; more are not worth the reading. */
const MAX_TRANSLATIONS = 8;

/** The dependencies of other words. */
type WordsDependencies = Pick<
  RouteDependencies,
  'translateShared' | 'findWord' | 'findOtherWords' | 'resolveRequest' | 'admission'
> & {
  readonly settings: Pick<Configuration, 'maxTexts'> & ServiceLimits['settings'];
};

/** Dictionaries that take longer to open are opened by the click. */
const OPENING_TIMEOUT_MS = 10_000;
/** A long sentence, in UTF-16 code units. */
const MAX_SENTENCE_LENGTH = 1000;

/**
 * Reads a request about one sentence.
 *
 * @throws AppError `unsupported_media_type`, `invalid_parameter`
 */
const readSentence = (
  request: FastifyRequest,
  settings: Pick<Configuration, 'maxTexts'>,
): TranslateBody => {
  requireJson(request);
  const body = parseTranslateBody(request.body, settings);
  const [sentence = '', ...others] = body.text;
  if (others.length > 0 || sentence.length > MAX_SENTENCE_LENGTH) {
    throw invalidParameter('text', `One sentence of at most ${MAX_SENTENCE_LENGTH} characters.`);
  }
  return body;
};

/**
 * Opens the dictionaries that a click on a word of a translation asks: that takes some hundred
 * milliseconds, in which the visitor reads the translation.
 */
export const openDictionaries = async (
  { text: _, glossary_id: _glossary, ...body }: TranslateBody,
  source: LanguageTag,
  { findWord, resolveRequest }: Pick<WordsDependencies, 'findWord' | 'resolveRequest'>,
): Promise<void> => {
  const signal = AbortSignal.timeout(OPENING_TIMEOUT_MS);
  try {
    const asked = { ...body, text: [''], source_lang: toWireCode(source) };
    const { request } = await resolveRequest(PAGE_ACCOUNT.id, asked);
    const { target, options } = request;
    if (target.base === source) return;
    // No word of nothing has an entry, nor is anything translated to find it.
    const nothing = { sentence: '', translation: '', word: { start: 0, end: 0 } };
    const { preferredModel } = options;
    await findWord({ ...nothing, source, target, preferredModel }, { signal });
  } catch {
    // The click that needs them reports what is wrong.
  }
};

/** Other words for one of a translation, for the page, and translations that have them. */
export const registerWords = (visitors: FastifyInstance, dependencies: WordsDependencies): void => {
  const { settings, translateShared } = dependencies;
  const findWordChoices = createFindWordChoices(dependencies);
  const findModelWords = createFindModelWords(dependencies);
  const readClickedWord = (request: FastifyRequest): ClickedWord => {
    const body = withSource(readSentence(request, settings));
    const translation = readText(request.body, 'translation', MAX_TRANSLATION_LENGTH);
    return { body, translation, word: readRange(request.body, translation.length) };
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
    return { words: words.map(({ text, start, end }) => ({ word: text.slice(start, end), text })) };
  });

  visitors.post('/session/words/required', async (request, reply) => {
    const body = withSource(readSentence(request, settings));
    const source = readText(request.body, 'word', MAX_WORDS_LENGTH);
    const target = readText(request.body, 'required', MAX_WORDS_LENGTH);
    const signal = signalOf(reply.raw);
    const { texts } = await translateShared(PAGE_ACCOUNT.id, body, signal, { source, target });
    return { text: texts[0]?.text ?? '' };
  });
};

const toWire = ({ source, entry, translations }: WordChoice) => ({
  word: source,
  ...(entry
    ? { kind: 'dictionary', part_of_speech: entry.partOfSpeech, lemma: entry.lemma }
    : { kind: 'glossary' }),
  translations: translations.slice(0, MAX_TRANSLATIONS),
});

/** @throws AppError `invalid_parameter`: dictionaries and terms are those of two languages */
const withSource = (body: TranslateBody) => {
  const { source_lang } = body;
  if (source_lang === undefined) throw missingParameter('source_lang');
  return { ...body, source_lang };
};

/** @throws AppError `invalid_parameter` */
const readText = (body: unknown, name: string, longest: number): string => {
  const value: unknown = Object(body)[name];
  if (typeof value !== 'string' || value.trim() === '' || value.length > longest) {
    throw invalidParameter(name, `It must be a text of at most ${longest} characters.`);
  }
  return value;
};

/** @throws AppError `invalid_parameter` */
const readRange = (body: unknown, length: number) => {
  const { start, end } = Object(body) as Readonly<Record<string, unknown>>;
  if (!isPosition(start, length)) throw invalidParameter('start');
  if (!isPosition(end, length) || end <= start) throw invalidParameter('end');
  return { start, end };
};

const isPosition = (value: unknown, length: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= length;

/** More are not worth the reading. */
const MAX_WORDINGS = 5;
/** A visitor waits for them: after this time, one is enough. */
const ENOUGH_AFTER_MS = 1000;

/** The dependencies of other wordings. */
type AlternativesDependencies = Pick<
  RouteDependencies,
  'translateShared' | 'findAlternatives' | 'admission'
> & {
  readonly settings: Pick<Configuration, 'maxTexts'> & ServiceLimits['settings'];
};

/** Other translations of a sentence, for the page: over other routes, or of other words. */
export const registerAlternatives = (
  visitors: FastifyInstance,
  dependencies: AlternativesDependencies,
): void => {
  const findAlternatives = createAlternatives(dependencies);
  visitors.post('/session/wordings', async (request, reply) => {
    const body = readSentence(request, dependencies.settings);
    const signal = signalOf(reply.raw);
    const translated = await dependencies.translateShared(PAGE_ACCOUNT.id, body, signal);
    const [wordings = []] = await findAlternatives(
      translated,
      { count: MAX_WORDINGS, enoughAfterMs: ENOUGH_AFTER_MS },
      signal,
    );
    return { wordings };
  });
};
