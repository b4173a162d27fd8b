import {
  AppError,
  findLanguage,
  invalidParameter,
  LANGUAGE_RESOURCE_NAMES,
  type LanguageTag,
  toTag,
} from '@dragoman/contract';
import {
  languageCatalogue,
  type Router,
  servedSources,
  servedTargets,
  servedTargetsFrom,
} from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../request/context.js';

/** The resources of `/v3/languages`; texts and documents can be translated. */
const RESOURCES: readonly string[] = LANGUAGE_RESOURCE_NAMES;
const TRANSLATED: ReadonlySet<string> = new Set(['translate_text', 'translate_document']);

/** The query of `/v2/languages`, unchecked. */
export interface LanguageQuery {
  /** `source` (the default) or `target` */
  readonly type?: unknown;
  /** With `target`: only those that this source can be translated into. An extension. */
  readonly source_lang?: unknown;
}

/**
 * The response of `GET /v2/languages`.
 *
 * @throws AppError `invalid_parameter`
 */
export const listLanguages = (
  router: Router,
  { type = 'source', source_lang: source }: LanguageQuery,
): readonly object[] => {
  if (type === 'source') {
    return servedSources(router).map(({ code, name, isStarter }) => ({
      language: code,
      name,
      ...(isStarter && { starter: true }),
    }));
  }
  if (type === 'target') {
    const targets =
      source === undefined ? servedTargets(router) : servedTargetsFrom(router, sourceTag(source));
    return targets.map(({ code, name, isStarter, supportsFormality }) => ({
      language: code,
      name,
      supports_formality: supportsFormality,
      ...(isStarter && { starter: true }),
    }));
  }
  throw new AppError('invalid_parameter', {
    parameter: 'type',
    message: "Parameter 'type' is invalid. 'source' and 'target' are valid values.",
  });
};

const sourceTag = (code: unknown): LanguageTag => {
  const language = typeof code === 'string' ? findLanguage(code) : undefined;
  if (!language) throw invalidParameter('source_lang');
  return toTag(language.code);
};

/** `GET /v2/languages` and `GET /v3/languages`: the languages that can be translated now. */
export const registerLanguages = (app: FastifyInstance, { router }: HttpDependencies): void => {
  app.get<{ Querystring: LanguageQuery }>('/v2/languages', async ({ query }) =>
    listLanguages(router, query),
  );

  app.get<{ Querystring: { resource?: unknown; product?: unknown } }>(
    '/v3/languages',
    async ({ query }) => {
      if (query.product !== undefined) {
        throw new AppError('invalid_parameter', {
          parameter: 'product',
          message: "Parameter 'product' has been renamed to 'resource'.",
        });
      }
      if (typeof query.resource !== 'string' || !RESOURCES.includes(query.resource)) {
        throw new AppError('invalid_parameter', {
          parameter: 'resource',
          message: `Missing or invalid argument: resource. Valid values: ${RESOURCES.join(', ')}.`,
        });
      }
      if (!TRANSLATED.has(query.resource)) return [];
      return languageCatalogue(router).map((language) => ({
        lang: language.tag,
        name: language.name,
        usable_as_source: language.isSource,
        usable_as_target: language.isTarget,
        status: 'stable',
        features: language.supportsFormality ? { formality: { status: 'stable' } } : {},
      }));
    },
  );

  app.get('/v3/languages/resources', async () =>
    [...TRANSLATED].map((name) => ({
      name,
      features: [{ name: 'formality', needs_target_support: true }],
    })),
  );
};
