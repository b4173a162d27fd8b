import type { FastifyRequest } from 'fastify';
import type { CompatibilityApi } from '../../../config/settings/compatibility.js';
import { toErrorShape } from '../common/peer-errors.js';
import type { OfferedApis, PeerRoutes } from '../common/peer-routes.js';
import { DEEPLX_ERRORS, translateLikeDeeplx } from './deeplx.js';
import { translateLikeLibreTranslate } from './libretranslate.js';
import { LIBRETRANSLATE_ERRORS } from './libretranslate-errors.js';

/** The APIs that have `/translate`. */
type SharedApi = Extract<CompatibilityApi, 'libretranslate' | 'deeplx'>;

type Choose = (request: FastifyRequest) => SharedApi;

/**
 * Distinguishes requests to `/translate`: LibreTranslate's carry `q`, DeepLX's carry `text`. One
 * with both or neither, or whose body cannot be read, is LibreTranslate's.
 */
const chooseAmong = (offered: OfferedApis): Choose => {
  if (!offered.has('deeplx')) return () => 'libretranslate';
  if (!offered.has('libretranslate')) return () => 'deeplx';
  return ({ body, query }) => {
    const has = (name: string) => [body, query].some((part) => Object(part)[name] !== undefined);
    return has('text') && !has('q') ? 'deeplx' : 'libretranslate';
  };
};

/** `POST /translate`, for the clients of LibreTranslate and of DeepLX. */
export const SHARED_TRANSLATE_ROUTES: PeerRoutes = {
  apis: ['libretranslate', 'deeplx'],
  paths: ['/translate'],
  errorShape: (offered) => {
    const choose = chooseAmong(offered);
    const shapes = {
      libretranslate: toErrorShape(LIBRETRANSLATE_ERRORS),
      deeplx: toErrorShape(DEEPLX_ERRORS),
    };
    return (error, request) => shapes[choose(request)](error, request);
  },
  registerBehindKey: (app, dependencies, offered) => {
    const choose = chooseAmong(offered);
    const handlers = {
      libretranslate: translateLikeLibreTranslate(dependencies),
      deeplx: translateLikeDeeplx(dependencies, 'Free'),
    };
    app.post('/translate', (request, reply) => handlers[choose(request)](request, reply));
  },
};
