import { AppError } from '@dragoman/contract';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { Configuration } from '../../configuration/settings.js';
import { isFromOtherSite, refuseForeignSites } from '../../platform/http/addresses.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { answerErrorsAs, type ErrorShape } from '../../platform/http/errors.js';
import { registerMultipart } from '../../platform/http/register-bodies.js';
import type { CompatibilityListing } from '../../platform/reference-page.js';
import {
  HCFY_ROUTES,
  IMMERSIVE_TRANSLATE_ROUTES,
  KISS_TRANSLATOR_ROUTES,
} from './browser-extensions.js';
import { requireCallerKey } from './caller-key.js';
import type { CompatibilityApi } from './compatibility-settings.js';
import { type CompatibleRoute, offeredApis, pathsOf } from './compatible-api.js';
import { LIBRETRANSLATE_ROUTES } from './libretranslate.js';
import { DEEPLX_ROUTES, MTRANSERVER_ROUTES, SHARED_TRANSLATE_ROUTES } from './shared-translate.js';

const ALL_ROUTES = [
  SHARED_TRANSLATE_ROUTES,
  LIBRETRANSLATE_ROUTES,
  DEEPLX_ROUTES,
  MTRANSERVER_ROUTES,
  IMMERSIVE_TRANSLATE_ROUTES,
  KISS_TRANSLATOR_ROUTES,
  HCFY_ROUTES,
];

const NAMES: Readonly<Record<CompatibilityApi, string>> = {
  libretranslate: 'LibreTranslate',
  deeplx: 'DeepLX',
  imme: 'Immersive Translate',
  kiss: 'Kiss Translator',
  hcfy: '划词翻译',
  mtranserver: 'MTranServer',
};

/** The offered routes, for the API reference. */
export const compatibleRoutesOf = (settings: Configuration): readonly CompatibilityListing[] => {
  const offered = offeredApis(settings);
  return ALL_ROUTES.flatMap((group) => {
    const names = group.apis.filter((api) => offered.has(api)).map((api) => NAMES[api]);
    return names.length === 0 ? [] : [{ names, paths: pathsOf(group) }];
  });
};

/** How errors look at the paths of the offered APIs, for methods that these paths do not have. */
export const compatibleErrorShapes = (settings: Configuration): ReadonlyMap<string, ErrorShape> => {
  const offered = offeredApis(settings);
  return new Map(
    ALL_ROUTES.filter(({ apis }) => apis.some((api) => offered.has(api))).flatMap((group) =>
      pathsOf(group).map((path) => [path, group.errorShape(offered)] as const),
    ),
  );
};

/** The offered routes of other translation servers, with the same pipeline. */
export const registerCompatibility = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
): void => {
  const { log, settings } = dependencies;
  const offered = offeredApis(settings);
  const add = (
    scope: FastifyInstance,
    { method, path, handler, prepare }: CompatibleRoute,
  ): void => {
    const addTo = (own: FastifyInstance) => own[method](path, handler(dependencies, offered));
    if (!prepare) {
      addTo(scope);
      return;
    }
    scope.register(async (own) => {
      await prepare(own, dependencies);
      addTo(own);
    });
  };
  for (const group of ALL_ROUTES) {
    const { apis, routes, errorShape } = group;
    if (!apis.some((api) => offered.has(api))) continue;
    app.register(async (scope) => {
      answerErrorsAs(scope, { log, maxBodyBytes: settings.maxBodyBytes }, errorShape(offered));
      scope.addHook('onRequest', refuseWebPages);
      registerMultipart(scope);
      answerPreflights(scope, pathsOf(group));
      scope.register(async (open) => {
        open.addHook('onRequest', refuseForeignSites);
        for (const route of routes.filter(({ isOpen }) => isOpen)) add(open, route);
      });
      scope.register(async (behindKey) => {
        behindKey.addHook('preHandler', requireCallerKey(dependencies));
        for (const route of routes.filter(({ isOpen }) => !isOpen)) add(behindKey, route);
      });
    });
  }
};

/**
 * Pages inside a browser extension, which the user installed; a web page cannot forge this origin.
 */
const EXTENSION_ORIGIN = /^(chrome|moz|safari-web)-extension:\/\/[A-Za-z0-9-]{1,64}$/;

const TEN_MINUTES = 600;

/**
 * A hook that refuses web pages and lets browser extensions read the response. A page in a browser
 * on this machine can reach the loopback address, too; browsers then send its origin.
 *
 * @throws AppError `browser_refused`
 */
const refuseWebPages: onRequestAsyncHookHandler = async (request, reply) => {
  const { origin } = request.headers;
  if (origin === undefined && !isFromOtherSite(request)) return;
  if (origin === undefined || !EXTENSION_ORIGIN.test(origin)) {
    throw new AppError('browser_refused', {
      message:
        'Web pages may not call this service directly; browser extensions and programs may. Call it from your own server, which keeps the API key.',
    });
  }
  reply
    .header('vary', 'Origin')
    .header('access-control-allow-origin', origin)
    .header(
      'access-control-expose-headers',
      'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Trace-ID',
    );
};

/** Answers preflight requests, which browsers send before a request with a JSON body or a key. */
const answerPreflights = (app: FastifyInstance, paths: readonly string[]): void => {
  for (const path of paths) {
    app.options(path, async ({ headers }, reply) => {
      if (headers['access-control-request-private-network'] === 'true') {
        reply.header('access-control-allow-private-network', 'true');
      }
      return reply
        .code(204)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'Authorization, Content-Type, X-API-Token')
        .header('access-control-max-age', TEN_MINUTES)
        .send();
    });
  }
};
