import {
  AppError,
  checkCount,
  isAppError,
  PAGE_TRANSLATE_BODY,
  type PageLanguage,
  type PageLanguages,
  type PageTranslations,
  parse,
  type TranslateBody,
  toWireCode,
} from '@dragoman/contract';
import { modelTypesTo, type Router, type TranslatedText } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { Configuration } from '../../configuration/settings.js';
import { PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { signalOf } from '../../platform/http/once-sent.js';
import { requireJson } from '../../platform/http/parse-bodies.js';
import { LANGUAGE_QUERY, listLanguages } from '../translate/language-routes.js';
import { translateResponse } from '../translate/translate-routes.js';
import { openDictionaries } from './page-alternatives.js';
import type { VisitorLimits } from './page-visitors.js';
import { refuseOtherOrigins } from './page-visitors.js';

/** The largest body of a translation on the page. */
const MAX_BODY_BYTES = 131_072;
/** Below this, a text may well be in the language that was chosen. */
const SURE = 0.9;
/** Below this, the language that was detected is more likely wrong than right. */
const LIKELY = 0.5;

/** The dependencies of the page's translations. */
type Dependencies = Pick<
  RouteDependencies,
  'router' | 'translateShared' | 'detect' | 'findWord'
> & {
  readonly settings: Pick<Configuration, 'maxBodyBytes' | 'maxTexts'>;
};

/** The largest body that the page may send for a translation. */
export const maxPageBodyBytes = ({ maxBodyBytes }: Pick<Configuration, 'maxBodyBytes'>): number =>
  Math.min(maxBodyBytes, MAX_BODY_BYTES);

/**
 * Translates for the page's visitors, without a key: their translations go through admission like all
 * others and are not billed. The lists of languages also start the session that translating needs.
 */
export const registerPageTranslations = (
  visitors: FastifyInstance,
  dependencies: Dependencies,
  limits: VisitorLimits,
): void => {
  const { router, settings } = dependencies;
  visitors.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherOrigins);

    // Both lists at once: a further request costs a round trip before the first translation.
    scope.get('/session/start', async (request, reply) => {
      await limits.enterSession(request, reply);
      const listOf = (type: 'source' | 'target') => listLanguages(router, { type });
      return { source: listOf('source'), target: listOf('target') } satisfies PageLanguages;
    });

    scope.get('/session/languages', async (request, reply) => {
      const asked = parse(LANGUAGE_QUERY, request.query, '/session/languages');
      await limits.enterSession(request, reply);
      return languagesOfPage(router, asked);
    });

    const options = { bodyLimit: maxPageBodyBytes(settings), preHandler: limits.take };
    scope.post('/session/translate', options, async (request, reply) => {
      if (!limits.hasSession(request)) {
        throw new AppError('unauthorized', {
          message: 'No session: it has ended or was never started. GET /session/start starts one.',
        });
      }
      requireJson(request);
      const sent = parse(PAGE_TRANSLATE_BODY, request.body, '/session/translate');
      checkCount(sent.text, settings);
      return translateForPage(sent, signalOf(reply.raw), dependencies);
    });
  });
};

const translateForPage = async (
  sent: z.output<typeof PAGE_TRANSLATE_BODY>,
  signal: AbortSignal,
  { router, translateShared, detect, findWord }: Dependencies,
): Promise<object> => {
  const withTerms = await withDetectedSource(sent, signal, { router, detect });
  const translate = async (body: TranslateBody) => {
    const translated = await translateShared(PAGE_ACCOUNT.id, body, signal);
    return { body, ...translated };
  };
  const { body, request, texts } = await translate(withTerms ?? sent).catch((error: unknown) => {
    const isOtherPair = isAppError(error) && error.code === 'invalid_parameter';
    if (!withTerms || !isOtherPair) throw error;
    // The glossary of a visitor is for one pair, and a text may turn out to be in any language.
    return translate(withoutGlossary(sent));
  });
  const [first] = texts;
  if (first?.pairs) void openDictionaries(request, first.source, { findWord });
  return pageTranslations(texts, body, signal, { router, detect });
};

const withoutGlossary = ({ glossary_id: _, ...plain }: TranslateBody): TranslateBody => plain;

/**
 * A request that names a glossary and no source, with the source that its text is in: the page knows
 * only afterwards what language a text is in, and sends it once. Undefined for any other request.
 */
const withDetectedSource = async (
  sent: TranslateBody,
  signal: AbortSignal,
  { router, detect }: Pick<Dependencies, 'router' | 'detect'>,
): Promise<TranslateBody | undefined> => {
  const { glossary_id, source_lang, text } = sent;
  if (glossary_id === undefined || source_lang !== undefined) return undefined;
  const language = (await detect(text.slice(0, 1), signal))[0]?.language;
  const isServed = language && router.sources().has(language);
  return isServed ? { ...sent, source_lang: toWireCode(language) } : withoutGlossary(sent);
};

/** As the API lists them; the targets of one source also with the kinds of model that there are. */
const languagesOfPage = (
  router: Router,
  asked: z.output<typeof LANGUAGE_QUERY>,
): readonly PageLanguage[] => {
  const listed = listLanguages(router, asked);
  const { source_lang: source } = asked;
  if (source === undefined) return listed;
  return listed.map((language) => ({
    ...language,
    model_types: modelTypesTo(router, source, language.language),
  }));
};

/**
 * What the page shows besides a translation: which sentence became which (start and end of a sentence
 * of the text, then of its translation, in UTF-16 code units), the language that a text looks like if
 * another one was chosen, and whether it is `unsure` that the text is in the detected one.
 */
export const pageTranslations = async (
  texts: readonly TranslatedText[],
  body: TranslateBody,
  signal: AbortSignal,
  { router, detect }: Pick<RouteDependencies, 'router' | 'detect'>,
): Promise<PageTranslations> => {
  const isChosen = body.source_lang !== undefined;
  const detected = await detect(body.text, signal);
  const { translations } = await translateResponse(texts, body);
  return {
    translations: translations.map((translation, index) => {
      const { pairs, source } = texts[index] ?? {};
      const { language = null, confidence = 0 } = detected[index] ?? {};
      const isUnsure = !isChosen && (language !== source || confidence < LIKELY);
      const looksOther =
        isChosen &&
        language !== null &&
        language !== source &&
        confidence >= SURE &&
        router.sources().has(language);
      return {
        ...translation,
        ...(pairs && {
          sentences: pairs.map(({ source: from, target: into }) => [
            from.start,
            from.end,
            into.start,
            into.end,
          ]),
        }),
        ...(looksOther && { looks_like: toWireCode(language) }),
        ...(isUnsure && { unsure: true }),
      };
    }),
  };
};
