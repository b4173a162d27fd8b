import type { Readable } from 'node:stream';
import {
  AppError,
  CREATE_MULTILINGUAL_GLOSSARY_BODY,
  DICTIONARY_PAIR,
  GLOSSARY_LIMITS,
  isSamePair,
  PATCH_ENTRIES_BODY,
  type PageTermPlace,
  parse,
  TERM_PLACES_BODY,
  uuid,
} from '@dragoman/contract';
import { locateTerms } from '@dragoman/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Configuration } from '../../configuration/settings.js';
import type { Caller } from '../../platform/accounts/caller.js';
import { PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { signalOf } from '../../platform/http/once-sent.js';
import { receiveBody } from '../../platform/http/read-body.js';
import { TSV, toCsv } from '../glossaries/entry-formats.js';
import { toWireMultilingual } from '../glossaries/glossary-record.js';
import { inGlossaryThread } from '../glossaries/glossary-work.js';
import { bestEffort, type ServiceLimits } from '../translate/admission.js';
import { isTrusted, refuseOtherOrigins } from './page-visitors.js';

/** The dependencies of the glossaries of the page. */
type PageGlossaries = Pick<RouteDependencies, 'glossaries' | 'resolveRequest' | 'admission'> & {
  readonly settings: Pick<Configuration, 'pagePassword'> & ServiceLimits['settings'];
};

const PATH = '/session/glossaries';
const CALLER: Caller = { ownerId: PAGE_ACCOUNT.id, actor: 'page' };

/** A route of one glossary. */
interface GlossaryRoute {
  readonly Params: { readonly glossary_id: string };
}

const PARAMS = z.object({ glossary_id: uuid('The id of the glossary.', '') });

const idOf = ({ params }: FastifyRequest<GlossaryRoute>): string =>
  parse(PARAMS, params, PATH).glossary_id;

const FILE_QUERY = z.object({ file_name: z.string().default('') });

/**
 * The glossaries of the page, which belong to its visitors: those on this machine or with the
 * password see and edit them.
 */
export const registerPageGlossaries = (
  visitors: FastifyInstance,
  { glossaries, resolveRequest, admission, settings }: PageGlossaries,
): void => {
  const keyOf = (request: FastifyRequest<GlossaryRoute>) => ({
    ownerId: CALLER.ownerId,
    id: idOf(request),
  });

  visitors.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherOrigins);
    scope.addHook('onRequest', async (request) => {
      if (isTrusted(request, settings)) return;
      throw new AppError('unauthorized', {
        message: 'Glossaries are only shown on the server’s own machine, or with the password.',
      });
    });
    scope.addContentTypeParser(
      'application/octet-stream',
      async ({ headers }: FastifyRequest, content: Readable) =>
        receiveBody(content, GLOSSARY_LIMITS.dictionaryBytes, headers['content-length']),
    );

    scope.get(PATH, async () => ({
      glossaries: (await glossaries.list(CALLER.ownerId)).map(toWireMultilingual),
    }));

    scope.post(PATH, async (request, reply) => {
      const sent = parse(CREATE_MULTILINGUAL_GLOSSARY_BODY, request.body, PATH);
      return reply.code(201).send(toWireMultilingual(await glossaries.create(CALLER, sent)));
    });

    scope.delete<GlossaryRoute>(`${PATH}/:glossary_id`, async (request, reply) => {
      await glossaries.remove(CALLER, idOf(request));
      return reply.code(204).send();
    });

    scope.get<GlossaryRoute>(`${PATH}/:glossary_id/entries`, async (request, reply) => {
      const pair = parse(DICTIONARY_PAIR, request.query, PATH);
      const key = keyOf(request);
      const { dictionaries } = await glossaries.find(key);
      const isThere = dictionaries.some((one) => isSamePair(one, pair));
      const tsv = isThere ? (await glossaries.findDictionary(key, pair)).tsv : '';
      // Sent as they are stored: to read hundreds of thousands here would hold up other requests.
      return reply.type(TSV).send(tsv);
    });

    scope.patch<GlossaryRoute>(`${PATH}/:glossary_id/entries`, async (request) => {
      const pair = parse(DICTIONARY_PAIR, request.body, PATH);
      const { remove: removed, put } = parse(PATCH_ENTRIES_BODY, request.body, PATH);
      const added = new Map(put);
      const id = idOf(request);
      const sent = { ...pair, format: 'csv', entries: toCsv(added) } as const;
      if (removed.length + added.size > 0) {
        await glossaries.editEntries(CALLER, id, pair, {
          removed,
          ...(added.size > 0 && { sent }),
        });
      }
      return {};
    });

    scope.post<GlossaryRoute>(`${PATH}/:glossary_id/file`, async (request) => {
      const pair = parse(DICTIONARY_PAIR, request.query, PATH);
      const { file_name: fileName } = parse(FILE_QUERY, request.query, PATH);
      const bytes = request.body;
      if (!Buffer.isBuffer(bytes)) throw new AppError('unsupported_media_type');
      const dictionary = await inGlossaryThread('read', { fileName, bytes, pair }, CALLER);
      return toWireMultilingual(await glossaries.change(CALLER, idOf(request), { dictionary }));
    });

    scope.post<GlossaryRoute>(`${PATH}/:glossary_id/places`, async (request, reply) => {
      const { source, target } = parse(DICTIONARY_PAIR, request.body, PATH);
      const { text, translation } = parse(TERM_PLACES_BODY, request.body, PATH);
      const parameters = {
        glossary_id: idOf(request),
        source_lang: source,
        target_lang: target,
      };
      const loaded = await bestEffort(
        { settings, admission },
        [text, translation],
        signalOf(reply.raw),
        async (signal) => (await resolveRequest(CALLER.ownerId, parameters)).load(signal),
      );
      const located = loaded?.terms ? await locateTerms(text, translation, loaded.terms) : [];
      return {
        places: located.map(
          ({ start, end, term }): PageTermPlace => ({ start, end, source: term.source }),
        ),
      };
    });
  });
};
