import type { FastifyInstance } from 'fastify';
import type { CompatibilityApi } from '../../platform/configuration/service-settings.js';
import type { Configuration } from '../../platform/configuration/settings.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { answerErrorsAs, type ErrorShape } from '../../platform/http/errors.js';
import { registerMultipart } from '../../platform/http/register-bodies.js';
import { refuseForeignSites } from '../../platform/http/this-machine.js';
import type { CompatibleRoutes } from '../../platform/openapi/reference-page.js';
import { answerPreflights, refuseWebPages } from './browser-origins.js';
import { requireCallerKey } from './caller-key.js';
import { type CompatibleRoute, offeredApis, pathsOf } from './compatible-api.js';
import { DEEPLX_ROUTES } from './deeplx.js';
import { HCFY_ROUTES } from './hcfy.js';
import { IMMERSIVE_TRANSLATE_ROUTES } from './immersive-translate.js';
import { KISS_TRANSLATOR_ROUTES } from './kiss-translator.js';
import { LIBRETRANSLATE_ROUTES } from './libretranslate.js';
import { MTRANSERVER_ROUTES } from './mtranserver.js';
import { SHARED_TRANSLATE_ROUTES } from './shared-translate.js';

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
export const compatibleRoutesOf = (settings: Configuration): readonly CompatibleRoutes[] => {
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
