import {
  parseDictionary,
  parseDictionaryPair,
  parseGlossaryChange,
  parseMultilingualGlossaryCreation,
} from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import { toWireDictionary, toWireMultilingual } from '../../glossaries/wire.js';
import { nestDictionaries } from '../request/bodies/dictionary-fields.js';
import type { HttpDependencies } from '../request/context.js';
import { callerOf } from '../request/owner-of.js';
import { type EntriesRouteOptions, type GlossaryRoute, glossaryKeyOf } from './requests.js';

/** The calls of v3, which see every glossary with all its dictionaries. */
export const registerMultilingualGlossaries = (
  app: FastifyInstance,
  { glossaries }: Pick<HttpDependencies, 'glossaries'>,
  entriesOptions: EntriesRouteOptions,
): void => {
  app.post('/v3/glossaries', entriesOptions, async (request, reply) => {
    const sent = parseMultilingualGlossaryCreation(nestDictionaries(request.body));
    const glossary = await glossaries.create(callerOf(request), sent);
    return reply.code(201).send(toWireMultilingual(glossary));
  });

  app.get<GlossaryRoute>('/v3/glossaries/:glossary_id', async (request) =>
    toWireMultilingual(await glossaries.find(glossaryKeyOf(request))),
  );

  app.patch<GlossaryRoute>('/v3/glossaries/:glossary_id', entriesOptions, async (request) => {
    const { id } = glossaryKeyOf(request);
    const change = parseGlossaryChange(nestDictionaries(request.body));
    return toWireMultilingual(await glossaries.change(callerOf(request), id, change));
  });

  app.delete<GlossaryRoute>('/v3/glossaries/:glossary_id', async (request, reply) => {
    await glossaries.remove(callerOf(request), glossaryKeyOf(request).id);
    return reply.code(204).send();
  });

  app.get<GlossaryRoute>('/v3/glossaries/:glossary_id/entries', async (request) => {
    const pair = parseDictionaryPair(request.query);
    const { tsv } = await glossaries.findDictionary(glossaryKeyOf(request), pair);
    const { source: source_lang, target: target_lang } = pair;
    return { dictionaries: [{ source_lang, target_lang, entries: tsv, entries_format: 'tsv' }] };
  });

  const dictionariesUrl = '/v3/glossaries/:glossary_id/dictionaries';
  app.put<GlossaryRoute>(dictionariesUrl, entriesOptions, async (request) => {
    const { id } = glossaryKeyOf(request);
    const dictionary = parseDictionary(request.body);
    return toWireDictionary(await glossaries.putDictionary(callerOf(request), id, dictionary));
  });

  app.delete<GlossaryRoute>(dictionariesUrl, async (request, reply) => {
    const { id } = glossaryKeyOf(request);
    const pair = parseDictionaryPair(request.query);
    await glossaries.removeDictionary(callerOf(request), id, pair);
    return reply.code(204).send();
  });
};

/** The list of v3. */
export const registerMultilingualGlossaryList = (
  app: FastifyInstance,
  { glossaries }: Pick<HttpDependencies, 'glossaries'>,
): void => {
  app.get('/v3/glossaries', async (request) => ({
    glossaries: (await glossaries.list(callerOf(request).ownerId)).map(toWireMultilingual),
  }));
};
