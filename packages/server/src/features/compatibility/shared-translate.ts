import {
  AppError,
  invalidParameter,
  missingParameter,
  parseTranslateBody,
  toWireCode,
} from '@dragoman/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { chargedCallerOf } from '../translate/charged-caller.js';
import {
  type CompatibleErrors,
  type CompatibleHandler,
  type CompatibleRoute,
  type CompatibleRoutes,
  fieldsOf,
  type OfferedApis,
  sourceCode,
  targetCode,
  toErrorShape,
} from './compatible-api.js';
import { LIBRETRANSLATE_ERRORS, translateLikeLibreTranslate } from './libretranslate.js';

const DEEPLX_ERRORS: CompatibleErrors = {
  parameterNames: {},
  statuses: { unauthorized: 401 },
  body: (message, status) => ({ code: status, message }),
};

/**
 * `POST /translate` as DeepLX answers it.
 *
 * @param method `Free`, or `Pro` at the path for paid accounts; only echoed in the response
 */
const translateLikeDeeplx =
  (dependencies: RouteDependencies, method: 'Free' | 'Pro'): CompatibleHandler =>
  async (request, reply) => {
    const { text, source_lang, target_lang, tag_handling } = fieldsOf(request);
    if (text === '') throw new AppError('not_found', { message: 'No text to translate.' });
    if (text !== undefined && typeof text !== 'string') {
      throw invalidParameter('text', 'Send one string; for several texts use /v2/translate.');
    }
    const body = parseTranslateBody(
      {
        text,
        source_lang: sourceCode(source_lang),
        target_lang: targetCode(target_lang),
        tag_handling,
      },
      dependencies.settings,
    );
    const {
      texts: [translated],
    } = await dependencies.translateCharged(chargedCallerOf(request, reply), body);
    return {
      code: 200,
      id: dependencies.now(),
      data: translated?.text ?? '',
      alternatives: [],
      source_lang: toWireCode(translated?.source ?? ''),
      target_lang: toWireCode(String(target_lang)),
      method,
    };
  };

/** `POST /v1/translate`, the path for paid accounts. */
export const DEEPLX_ROUTES: CompatibleRoutes = {
  apis: ['deeplx'],
  errorShape: () => toErrorShape(DEEPLX_ERRORS),
  routes: [
    {
      method: 'post',
      path: '/v1/translate',
      handler: (dependencies) => translateLikeDeeplx(dependencies, 'Pro'),
    },
  ],
};

const MTRANSERVER_ERRORS: CompatibleErrors = {
  parameterNames: { source_lang: 'from', target_lang: 'to' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
};

/** `POST /translate` as MTranServer answers it: one text. */
const translateLikeMtranserver =
  (dependencies: RouteDependencies): CompatibleHandler =>
  async (request, reply) => {
    const { text } = fieldsOf(request);
    if (text === undefined) throw missingParameter('text');
    if (typeof text !== 'string') {
      throw invalidParameter('text', 'Send one string; for several texts use /translate/batch.');
    }
    const [translated = ''] = await translateAll([text], request, reply, dependencies);
    return { result: translated };
  };

const translateAll = async (
  texts: readonly unknown[],
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: RouteDependencies,
): Promise<readonly string[]> => {
  const { from, to, html } = fieldsOf(request);
  if (to === undefined) throw missingParameter('to');
  const isHtml = html === true || html === 'true' || html === '1';
  const body = parseTranslateBody(
    {
      text: texts,
      source_lang: sourceCode(from),
      target_lang: targetCode(to),
      ...(isHtml && { tag_handling: 'html' }),
    },
    dependencies.settings,
  );
  const { texts: translated } = await dependencies.translateCharged(
    chargedCallerOf(request, reply),
    body,
  );
  return translated.map((one) => one.text);
};

const translateBatch: CompatibleRoute['handler'] = (dependencies) => async (request, reply) => {
  const { texts } = fieldsOf(request);
  if (texts === undefined) throw missingParameter('texts');
  if (!Array.isArray(texts)) throw invalidParameter('texts', 'It must be a list of strings.');
  if (texts.length === 0) throw missingParameter('texts');
  return { results: await translateAll(texts, request, reply, dependencies) };
};

/** `POST /translate/batch`: several texts; MTranServer shares `/translate` with other APIs. */
export const MTRANSERVER_ROUTES: CompatibleRoutes = {
  apis: ['mtranserver'],
  errorShape: () => toErrorShape(MTRANSERVER_ERRORS),
  routes: [{ method: 'post', path: '/translate/batch', handler: translateBatch }],
};

/** An API that has `/translate`, and the parameters that its requests have and no other's. */
interface TranslateDialect {
  readonly api: 'libretranslate' | 'deeplx' | 'mtranserver';
  readonly matches: (has: (name: string) => boolean) => boolean;
  readonly errors: CompatibleErrors;
  readonly handler: (dependencies: RouteDependencies) => CompatibleHandler;
}

/** One whose body fits none of them, or cannot be read, is answered by the last one offered. */
const DIALECTS: readonly TranslateDialect[] = [
  {
    api: 'mtranserver',
    matches: (has) => !has('q') && (has('from') || has('to')),
    errors: MTRANSERVER_ERRORS,
    handler: translateLikeMtranserver,
  },
  {
    api: 'deeplx',
    matches: (has) => !has('q') && has('text'),
    errors: DEEPLX_ERRORS,
    handler: (dependencies) => translateLikeDeeplx(dependencies, 'Free'),
  },
  {
    api: 'libretranslate',
    matches: (has) => has('q'),
    errors: LIBRETRANSLATE_ERRORS,
    handler: translateLikeLibreTranslate,
  },
];

const chooser = (offered: OfferedApis) => {
  const dialects = DIALECTS.filter(({ api }) => offered.has(api));
  return ({ body, query }: FastifyRequest): TranslateDialect['api'] => {
    const has = (name: string) => [body, query].some((part) => Object(part)[name] !== undefined);
    const meant = dialects.find(({ matches }) => matches(has)) ?? dialects.at(-1);
    return meant?.api ?? 'libretranslate';
  };
};

const forEachApi = <Value>(make: (dialect: TranslateDialect) => Value) =>
  Object.fromEntries(DIALECTS.map((dialect) => [dialect.api, make(dialect)])) as Record<
    TranslateDialect['api'],
    Value
  >;

/** `POST /translate`, for the clients of LibreTranslate, DeepLX and MTranServer. */
export const SHARED_TRANSLATE_ROUTES: CompatibleRoutes = {
  apis: DIALECTS.map(({ api }) => api),
  errorShape: (offered) => {
    const choose = chooser(offered);
    const shapes = forEachApi(({ errors }) => toErrorShape(errors));
    return (error, request) => shapes[choose(request)](error, request);
  },
  routes: [
    {
      method: 'post',
      path: '/translate',
      handler: (dependencies, offered) => {
        const choose = chooser(offered);
        const handlers = forEachApi(({ handler }) => handler(dependencies));
        return (request, reply) => handlers[choose(request)](request, reply);
      },
    },
  ],
};
