import { invalidParameter, missingParameter, parseTranslateBody } from '@dragoman/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import {
  type CompatibleErrors,
  type CompatibleHandler,
  type CompatibleRoute,
  type CompatibleRoutes,
  fieldsOf,
  toErrorShape,
} from './compatible-api.js';
import { sourceCode, targetCode } from './language-codes.js';

export const MTRANSERVER_ERRORS: CompatibleErrors = {
  parameterNames: { source_lang: 'from', target_lang: 'to' },
  statuses: { unauthorized: 401 },
  body: (message) => ({ error: message }),
};

/** `POST /translate` as MTranServer answers it: one text. */
export const translateLikeMtranserver =
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
  const { texts: translated } = await dependencies.translateCharged(request, reply, body);
  return translated.map((one) => one.text);
};

const translateBatch: CompatibleRoute['handler'] = (dependencies) => async (request, reply) => {
  const { texts } = fieldsOf(request);
  if (texts === undefined) throw missingParameter('texts');
  if (!Array.isArray(texts)) throw invalidParameter('texts', 'It is a list of strings.');
  if (texts.length === 0) throw missingParameter('texts');
  return { results: await translateAll(texts, request, reply, dependencies) };
};

/** `POST /translate/batch`: several texts; MTranServer shares `/translate` with other APIs. */
export const MTRANSERVER_ROUTES: CompatibleRoutes = {
  apis: ['mtranserver'],
  errorShape: () => toErrorShape(MTRANSERVER_ERRORS),
  routes: [{ method: 'post', path: '/translate/batch', handler: translateBatch }],
};
