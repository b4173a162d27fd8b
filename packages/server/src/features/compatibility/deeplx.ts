import { AppError, invalidParameter, parseTranslateBody, toWireCode } from '@dragoman/contract';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import {
  type CompatibleErrors,
  type CompatibleHandler,
  type CompatibleRoutes,
  fieldsOf,
  toErrorShape,
} from './compatible-api.js';
import { sourceCode, targetCode } from './language-codes.js';

export const DEEPLX_ERRORS: CompatibleErrors = {
  parameterNames: {},
  statuses: { unauthorized: 401 },
  body: (message, status) => ({ code: status, message }),
};

/**
 * `POST /translate` as DeepLX answers it.
 *
 * @param method `Free`, or `Pro` at the path for paid accounts; only echoed in the response
 */
export const translateLikeDeeplx =
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
    } = await dependencies.translateCharged(request, reply, body);
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
