import {
  AppError,
  baseOf,
  invalidParameter,
  parseGlossaryCreation,
  type WireGlossary,
} from '@dragoman/contract';
import { type Router, targetTagsFrom } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import type { GlossaryRecord } from '../../glossaries/records/glossary-record.js';
import { toWireGlossary } from '../../glossaries/wire.js';
import type { HttpDependencies } from '../request/context.js';
import { callerOf } from '../request/owner-of.js';
import { acceptsTsv } from './accepts-tsv.js';
import { type EntriesRouteOptions, type GlossaryRoute, glossaryKeyOf } from './requests.js';

const TSV = 'text/tab-separated-values; charset=UTF-8';

const notFound = () => new AppError('not_found', { message: 'Glossary not found' });

/** The calls of v2, which see the first dictionary of every glossary that has one. */
export const registerGlossaries = (
  app: FastifyInstance,
  { glossaries }: Pick<HttpDependencies, 'glossaries'>,
  entriesOptions: EntriesRouteOptions,
): void => {
  app.post('/v2/glossaries', entriesOptions, async (request, reply) => {
    const sent = parseGlossaryCreation(request.body);
    const glossary = await glossaries.create(callerOf(request), sent);
    return reply.code(201).send(toWireGlossary(glossary));
  });

  app.get<GlossaryRoute>('/v2/glossaries/:glossary_id', async (request): Promise<WireGlossary> => {
    const glossary = toWireGlossary(await glossaries.find(glossaryKeyOf(request)));
    if (!glossary) throw notFound();
    return glossary;
  });

  app.get<GlossaryRoute>('/v2/glossaries/:glossary_id/entries', async (request, reply) => {
    if (!acceptsTsv(request.headers.accept)) {
      throw new AppError('unsupported_media_type', {
        message: 'No supported media type specified in Accept header',
      });
    }
    const key = glossaryKeyOf(request);
    const [first] = (await glossaries.find(key)).dictionaries;
    if (!first) throw notFound();
    const { tsv } = await glossaries.findDictionary(key, first);
    return reply.type(TSV).send(tsv);
  });

  app.delete<GlossaryRoute>('/v2/glossaries/:glossary_id', async (request, reply) => {
    const key = glossaryKeyOf(request);
    refuseSeveral(await glossaries.find(key));
    await glossaries.remove(callerOf(request), key.id);
    return reply.code(204).send();
  });
};

/** A caller of v2 knows one dictionary, and would delete others that it cannot see. */
const refuseSeveral = ({ dictionaries }: GlossaryRecord): void => {
  if (dictionaries.length > 1) {
    throw invalidParameter(
      'glossary_id',
      'The glossary has several dictionaries; delete it with DELETE /v3/glossaries/{glossary_id}.',
    );
  }
};

/** The list of v2. */
export const registerGlossaryList = (
  app: FastifyInstance,
  { glossaries }: Pick<HttpDependencies, 'glossaries'>,
): void => {
  app.get('/v2/glossaries', async (request) => {
    const listed = await glossaries.list(callerOf(request).ownerId);
    return { glossaries: listed.map(toWireGlossary).filter((glossary) => glossary !== undefined) };
  });
};

/** The language pairs that can be translated now, for keys of any kind. */
export const registerGlossaryPairs = (
  app: FastifyInstance,
  { router }: Pick<HttpDependencies, 'router'>,
): void => {
  app.get('/v2/glossary-language-pairs', async () => ({ supported_languages: listPairs(router) }));
};

const listPairs = (router: Router) =>
  [...router.sources()].toSorted().flatMap((source) => {
    const targets = new Set(targetTagsFrom(router, source).map(baseOf));
    targets.delete(source);
    return [...targets].map((target) => ({ source_lang: source, target_lang: target }));
  });
