import type { Upstream } from '@dragoman/browser-proxy';
import { isAppError, parse, parseTranslateBody, toWireCode } from '@dragoman/contract';
import { modelTypesTo, type Router, type TranslatedText } from '@dragoman/core';
import { PAGE_VISITORS } from '../../accounts/records/key-record.js';
import { errorBody, toAppError } from '../hooks/errors.js';
import type { HttpSettings, RouteDependencies } from '../request/context.js';
import { newTraceId } from '../request/trace-id.js';
import { LANGUAGE_QUERY, listLanguages } from '../routes/languages.js';
import { translateResponse } from '../routes/translate.js';
import { pageTranslations } from './page-translations.js';

/** Maximum request body of the browser proxy, the limit of the API. */
export const MAX_SESSION_BODY_BYTES = 131_072;

/** The dependencies of the page's translations. */
export type PageUpstream = Pick<
  RouteDependencies,
  'router' | 'translateShared' | 'detect' | 'log'
> & {
  readonly settings: Pick<HttpSettings, 'maxBodyBytes' | 'maxTexts'>;
};

/**
 * Lets the page's visitors translate in this process, without a key: their translations go through
 * admission like all others and are not billed.
 */
export const createPageUpstream = ({
  router,
  settings,
  translateShared,
  detect,
  log,
}: PageUpstream): Upstream => {
  const answer = async ({ path, body, signal }: Parameters<Upstream>[0]): Promise<object> => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (pathname === '/v2/languages') {
      return languagesOfPage(router, Object.fromEntries(searchParams));
    }
    const sent: unknown = JSON.parse(body ?? '');
    const withTerms = withDetectedSource(sent, { router, detect });
    // The glossary of a visitor is for one pair, and a text may turn out to be in any language.
    const { glossary_id: _, ...plain } = Object(sent) as Readonly<Record<string, unknown>>;
    let request = parseTranslateBody(withTerms ?? sent, settings);
    let texts: readonly TranslatedText[];
    try {
      texts = await translateShared(PAGE_VISITORS.id, request, signal);
    } catch (error) {
      const isOtherPair = isAppError(error) && error.code === 'invalid_parameter';
      if (!withTerms || !isOtherPair) throw error;
      request = parseTranslateBody(plain, settings);
      texts = await translateShared(PAGE_VISITORS.id, request, signal);
    }
    const response = translateResponse(texts, request);
    return pageTranslations(response, texts, request, { router, detect });
  };
  return async (request) => {
    try {
      return Response.json(await answer(request));
    } catch (error) {
      if (request.signal.aborted) throw error;
      const told = toAppError(error as Error, settings.maxBodyBytes);
      const traceId = newTraceId();
      if (told.code === 'internal') log.error({ traceId, err: error }, 'unexpected error');
      return Response.json(errorBody(told, traceId), {
        status: told.status,
        headers:
          told.retryAfterSeconds === undefined
            ? {}
            : { 'retry-after': String(told.retryAfterSeconds) },
      });
    }
  };
};

/**
 * A request that names a glossary and no source, with the source that its text is in: the page knows
 * only afterwards what language a text is in, and sends it once. Undefined for any other request.
 */
const withDetectedSource = (
  sent: unknown,
  { router, detect }: Pick<PageUpstream, 'router' | 'detect'>,
): object | undefined => {
  const { glossary_id, source_lang, text } = Object(sent) as Readonly<Record<string, unknown>>;
  if (glossary_id === undefined || source_lang !== undefined) return undefined;
  const [first] = Array.isArray(text) ? text : [];
  const language = typeof first === 'string' ? detect([first])[0]?.language : null;
  const isServed = language && router.sources().has(language);
  const { glossary_id: _, ...plain } = Object(sent) as Readonly<Record<string, unknown>>;
  return isServed ? { ...Object(sent), source_lang: toWireCode(language) } : plain;
};

/** As the API lists them; the targets of one source also with the kinds of model that there are. */
const languagesOfPage = (router: Router, query: Readonly<Record<string, string>>): object => {
  const asked = parse(LANGUAGE_QUERY, query, '/v2/languages');
  const listed = listLanguages(router, asked);
  const { source_lang: source } = asked;
  if (source === undefined) return listed;
  return listed.map((language) => ({
    ...language,
    model_types: modelTypesTo(router, source, language.language),
  }));
};
