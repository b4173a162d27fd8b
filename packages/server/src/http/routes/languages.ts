import { AppError } from '@dragoman/contract';
import { languageCatalogue, servedSources, servedTargets } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from '../context.js';

/** What `/v3/languages` can be asked about; only text translation is offered. */
const RESOURCES = [
  'translate_text',
  'translate_document',
  'glossary',
  'voice',
  'write',
  'style_rules',
  'translation_memory',
];

/** `GET /v2/languages` and `GET /v3/languages`: what can really be done now. */
export const registerLanguages = (app: FastifyInstance, { router }: HttpDependencies): void => {
  app.get<{ Querystring: { type?: unknown } }>('/v2/languages', async ({ query }) => {
    const type = query.type ?? 'source';
    if (type === 'source') {
      return servedSources(router).map(({ code, name, isStarter }) => ({
        language: code,
        name,
        ...(isStarter && { starter: true }),
      }));
    }
    if (type === 'target') {
      return servedTargets(router).map(({ code, name, isStarter, supportsFormality }) => ({
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
  });

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
      if (query.resource !== 'translate_text') return [];
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

  app.get('/v3/languages/resources', async () => [
    { name: 'translate_text', features: [{ name: 'formality', needs_target_support: true }] },
  ]);
};
