import type { FastifyRequest } from 'fastify';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import {
  type CompatibleErrors,
  type CompatibleHandler,
  type CompatibleRoutes,
  type OfferedApis,
  toErrorShape,
} from './compatible-api.js';
import { DEEPLX_ERRORS, translateLikeDeeplx } from './deeplx.js';
import { translateLikeLibreTranslate } from './libretranslate.js';
import { LIBRETRANSLATE_ERRORS } from './libretranslate-errors.js';
import { MTRANSERVER_ERRORS, translateLikeMtranserver } from './mtranserver.js';

/** An API that has `/translate`, and the parameters that its requests have and no other's. */
interface Sharer {
  readonly api: 'libretranslate' | 'deeplx' | 'mtranserver';
  readonly isMeant: (has: (name: string) => boolean) => boolean;
  readonly errors: CompatibleErrors;
  readonly handler: (dependencies: RouteDependencies) => CompatibleHandler;
}

/** One whose body fits none of them, or cannot be read, is answered by the last one offered. */
const SHARERS: readonly Sharer[] = [
  {
    api: 'mtranserver',
    isMeant: (has) => !has('q') && (has('from') || has('to')),
    errors: MTRANSERVER_ERRORS,
    handler: translateLikeMtranserver,
  },
  {
    api: 'deeplx',
    isMeant: (has) => !has('q') && has('text'),
    errors: DEEPLX_ERRORS,
    handler: (dependencies) => translateLikeDeeplx(dependencies, 'Free'),
  },
  {
    api: 'libretranslate',
    isMeant: (has) => has('q'),
    errors: LIBRETRANSLATE_ERRORS,
    handler: translateLikeLibreTranslate,
  },
];

const chooser = (offered: OfferedApis) => {
  const sharers = SHARERS.filter(({ api }) => offered.has(api));
  return ({ body, query }: FastifyRequest): Sharer['api'] => {
    const has = (name: string) => [body, query].some((part) => Object(part)[name] !== undefined);
    const meant = sharers.find(({ isMeant }) => isMeant(has)) ?? sharers.at(-1);
    return meant?.api ?? 'libretranslate';
  };
};

const forEachApi = <Value>(make: (sharer: Sharer) => Value) =>
  Object.fromEntries(SHARERS.map((sharer) => [sharer.api, make(sharer)])) as Record<
    Sharer['api'],
    Value
  >;

/** `POST /translate`, for the clients of LibreTranslate, DeepLX and MTranServer. */
export const SHARED_TRANSLATE_ROUTES: CompatibleRoutes = {
  apis: SHARERS.map(({ api }) => api),
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
