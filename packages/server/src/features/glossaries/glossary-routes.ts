import { Readable } from 'node:stream';
import {
  AppError,
  baseOf,
  CREATE_GLOSSARY_BODY,
  CREATE_MULTILINGUAL_GLOSSARY_BODY,
  DICTIONARY,
  DICTIONARY_ENTRIES,
  DICTIONARY_PAIR,
  GLOSSARIES,
  GLOSSARY,
  GLOSSARY_LANGUAGE_PAIRS,
  GLOSSARY_LIMITS,
  invalidParameter,
  MEBIBYTE,
  MULTILINGUAL_GLOSSARIES,
  MULTILINGUAL_GLOSSARY,
  notFoundError,
  PATCH_GLOSSARY_BODY,
  PUT_DICTIONARY_BODY,
  uuid,
} from '@dragoman/contract';
import { type Router, targetTagsFrom } from '@dragoman/core';
import * as z from 'zod';
import { callerOf, ownedIdOf } from '../../platform/accounts/caller.js';
import {
  defineRoute,
  type Route,
  type RouteResponse,
  type RouteTag,
} from '../../platform/http/define-route.js';
import { TSV } from './entry-formats.js';
import type { GlossaryRecord } from './glossary-record.js';
import {
  entriesAsJson,
  toWireDictionary,
  toWireGlossary,
  toWireMultilingual,
} from './glossary-record.js';

const GLOSSARIES_TAG: RouteTag = {
  name: 'Glossaries',
  description: 'Your own words for terms, used in every translation that names the glossary.',
};

const V2 = '/v2/glossaries';
const V3 = '/v3/glossaries';
const ONE = ':glossary_id';

/** Percent-encoding, or JSON in ASCII, makes the largest dictionary three times as long. */
const MAX_BODY_BYTES = 3 * GLOSSARY_LIMITS.dictionaryBytes + MEBIBYTE;

const ID = '5d1e7f3a-8c2b-4e6f-9a0d-1b3c5d7e9f01';
const PAIR = { source_lang: 'en', target_lang: 'es' } as const;
const CREATION_TIME = '2026-11-22T09:00:00.000Z';
const SUMMARY = { ...PAIR, entry_count: 1 };
const GLOSSARY_EXAMPLE = {
  glossary_id: ID,
  name: 'Greetings',
  ready: true,
  ...SUMMARY,
  creation_time: CREATION_TIME,
};
const MULTILINGUAL_EXAMPLE = {
  glossary_id: ID,
  name: 'Greetings',
  dictionaries: [SUMMARY],
  creation_time: CREATION_TIME,
};
const DICTIONARY_EXAMPLE = { ...PAIR, entries: 'friend\tcompañero', entries_format: 'tsv' };

const shared = { tag: GLOSSARIES_TAG, permissions: ['translate'] } as const;
const ofOne = {
  ...shared,
  params: z.object({ glossary_id: uuid('The id of the glossary.', ID) }),
  errors: ['invalid_parameter', 'not_found'],
} as const;

const glossary = (status: number): RouteResponse => ({
  status,
  description: 'The glossary.',
  schema: GLOSSARY,
  example: GLOSSARY_EXAMPLE,
});
const multilingual = (status: number, description = 'The glossary.'): RouteResponse => ({
  status,
  description,
  schema: MULTILINGUAL_GLOSSARY,
  example: MULTILINGUAL_EXAMPLE,
});
const DELETED: RouteResponse = { status: 204, description: 'It is deleted.' };
const LISTED = 'The glossaries of this key, the oldest first.';

/** The most specific first. */
const TSV_RANGES = ['text/tab-separated-values', 'text/*', '*/*'];

/** Whether an `Accept` header allows tab-separated values (RFC 9110, section 12.5.1). */
export const acceptsTsv = (accept: string | undefined): boolean => {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, isRefused: parameters.some((one) => /^q=0(\.0*)?$/.test(one)) };
  });
  const range = TSV_RANGES.map((one) => ranges.find(({ type }) => type === one)).find(Boolean);
  return range?.isRefused === false;
};

/** The routes of v2, which see the first dictionary of every glossary that has one. */
const V2_ROUTES: readonly Route[] = [
  defineRoute({
    tag: GLOSSARIES_TAG,
    permissions: ['translate', 'usage', 'admin'],
    method: 'get',
    url: '/v2/glossary-language-pairs',
    id: 'listGlossaryLanguagePairs',
    summary: 'List language pairs of glossaries',
    description:
      'Those that can be translated now. Glossaries for other pairs are accepted, and can be used once the languages are installed.',
    responses: [
      {
        status: 200,
        description: 'The pairs.',
        schema: GLOSSARY_LANGUAGE_PAIRS,
        example: { supported_languages: [PAIR] },
      },
    ],
    handler: async (_request, { router }) => ({ supported_languages: listPairs(router) }),
  }),
  defineRoute({
    ...shared,
    method: 'get',
    url: V2,
    id: 'listGlossaries',
    summary: 'List glossaries',
    description: 'Each with its first dictionary, those without dictionaries left out.',
    responses: [
      {
        status: 200,
        description: LISTED,
        schema: GLOSSARIES,
        example: { glossaries: [GLOSSARY_EXAMPLE] },
      },
    ],
    handler: async ({ request }, { glossaries }) => {
      const all = await glossaries.list(callerOf(request).ownerId);
      return { glossaries: all.map(toWireGlossary).filter((one) => one !== undefined) };
    },
  }),
  defineRoute({
    ...shared,
    method: 'post',
    url: V2,
    id: 'createGlossary',
    summary: 'Create a glossary of one language pair',
    body: {
      schema: CREATE_GLOSSARY_BODY,
      takesForm: true,
      maxLargeBytes: MAX_BODY_BYTES,
      example: { name: 'Greetings', ...DICTIONARY_EXAMPLE },
    },
    responses: [glossary(201)],
    errors: ['invalid_parameter', 'quota_exceeded'],
    handler: async ({ body, request }, { glossaries }) =>
      toWireGlossary(await glossaries.create(callerOf(request), body)),
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: `${V2}/${ONE}`,
    id: 'getGlossary',
    summary: 'Show a glossary',
    responses: [glossary(200)],
    handler: async ({ params, request }, { glossaries }) => {
      const found = await glossaries.find(ownedIdOf(request, params.glossary_id));
      const wire = toWireGlossary(found);
      if (!wire) throw notFoundError('Glossary');
      return wire;
    },
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: `${V2}/${ONE}/entries`,
    id: 'getGlossaryEntries',
    summary: 'Export the entries of a glossary',
    responses: [
      {
        status: 200,
        description: 'One entry per line: source, tab, target.',
        mediaType: 'text/tab-separated-values',
      },
    ],
    errors: ['invalid_parameter', 'not_found', 'unsupported_media_type'],
    handler: async ({ params, request, reply }, { glossaries }) => {
      if (!acceptsTsv(request.headers.accept)) {
        throw new AppError('unsupported_media_type', {
          message: 'No supported media type specified in Accept header',
        });
      }
      const id = ownedIdOf(request, params.glossary_id);
      const [first] = (await glossaries.find(id)).dictionaries;
      if (!first) throw notFoundError('Glossary');
      const { tsv } = await glossaries.findDictionary(id, first);
      return reply.type(TSV).send(tsv);
    },
  }),
  defineRoute({
    ...ofOne,
    method: 'delete',
    url: `${V2}/${ONE}`,
    id: 'deleteGlossary',
    summary: 'Delete a glossary',
    description: 'Refused if it has several dictionaries; the call of v3 deletes these too.',
    responses: [DELETED],
    handler: async ({ params, request }, { glossaries }) => {
      refuseSeveral(await glossaries.find(ownedIdOf(request, params.glossary_id)));
      await glossaries.remove(callerOf(request), params.glossary_id);
    },
  }),
];

/** A caller of v2 knows one dictionary, and would delete others that it cannot see. */
const refuseSeveral = ({ dictionaries }: GlossaryRecord): void => {
  if (dictionaries.length > 1) {
    throw invalidParameter(
      'glossary_id',
      'The glossary has several dictionaries; delete it with DELETE /v3/glossaries/{glossary_id}.',
    );
  }
};

const listPairs = (router: Router) =>
  [...router.sources()].toSorted().flatMap((source) => {
    const targets = new Set(targetTagsFrom(router, source).map(baseOf));
    targets.delete(source);
    return [...targets].map((target) => ({ source_lang: source, target_lang: target }));
  });

/** The routes of v3, which see every glossary with all its dictionaries. */
const V3_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    method: 'get',
    url: V3,
    id: 'listMultilingualGlossaries',
    summary: 'List glossaries with all their dictionaries',
    responses: [
      {
        status: 200,
        description: LISTED,
        schema: MULTILINGUAL_GLOSSARIES,
        example: { glossaries: [MULTILINGUAL_EXAMPLE] },
      },
    ],
    handler: async ({ request }, { glossaries }) => ({
      glossaries: (await glossaries.list(callerOf(request).ownerId)).map(toWireMultilingual),
    }),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    url: V3,
    id: 'createMultilingualGlossary',
    summary: 'Create a glossary of several language pairs',
    description:
      'Takes a form as well, with fields such as `dictionaries[0].source_lang` or `dictionaries[0][source_lang]`.',
    body: {
      schema: CREATE_MULTILINGUAL_GLOSSARY_BODY,
      maxLargeBytes: MAX_BODY_BYTES,
      example: { name: 'Greetings', dictionaries: [DICTIONARY_EXAMPLE] },
    },
    responses: [multilingual(201)],
    errors: ['invalid_parameter', 'quota_exceeded'],
    handler: async ({ body, request }, { glossaries }) =>
      toWireMultilingual(await glossaries.create(callerOf(request), body)),
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: `${V3}/${ONE}`,
    id: 'getMultilingualGlossary',
    summary: 'Show a glossary with all its dictionaries',
    responses: [multilingual(200)],
    handler: async ({ params, request }, { glossaries }) =>
      toWireMultilingual(await glossaries.find(ownedIdOf(request, params.glossary_id))),
  }),
  defineRoute({
    ...ofOne,
    method: 'patch',
    url: `${V3}/${ONE}`,
    id: 'changeMultilingualGlossary',
    summary: 'Rename a glossary, or add entries to it',
    description:
      'Entries are added to those of their language pair; known sources get the new target. Takes a form as well, with fields such as `dictionaries[0].source_lang`.',
    body: {
      schema: PATCH_GLOSSARY_BODY,
      maxLargeBytes: MAX_BODY_BYTES,
      example: { name: 'Greetings', dictionaries: [DICTIONARY_EXAMPLE] },
    },
    responses: [multilingual(200, 'The glossary after the change.')],
    errors: ['invalid_parameter', 'not_found', 'quota_exceeded'],
    handler: async ({ params, body, request }, { glossaries }) =>
      toWireMultilingual(await glossaries.change(callerOf(request), params.glossary_id, body)),
  }),
  defineRoute({
    ...ofOne,
    method: 'get',
    url: `${V3}/${ONE}/entries`,
    id: 'getMultilingualGlossaryEntries',
    summary: 'Export the entries of a language pair',
    query: DICTIONARY_PAIR,
    responses: [
      {
        status: 200,
        description: 'The entries.',
        schema: DICTIONARY_ENTRIES,
        example: { dictionaries: [DICTIONARY_EXAMPLE] },
      },
    ],
    handler: async ({ params, query, request, reply }, { glossaries }) => {
      const dictionary = await glossaries.findDictionary(
        ownedIdOf(request, params.glossary_id),
        query,
      );
      const pieces = Readable.from(entriesAsJson(dictionary), { objectMode: false });
      return reply.type('application/json; charset=utf-8').send(pieces);
    },
  }),
  defineRoute({
    ...ofOne,
    method: 'put',
    url: `${V3}/${ONE}/dictionaries`,
    id: 'putMultilingualGlossaryDictionary',
    summary: 'Replace the dictionary of a language pair, or add it',
    body: {
      schema: PUT_DICTIONARY_BODY,
      takesForm: true,
      maxLargeBytes: MAX_BODY_BYTES,
      example: DICTIONARY_EXAMPLE,
    },
    responses: [
      { status: 200, description: 'The dictionary.', schema: DICTIONARY, example: SUMMARY },
    ],
    errors: ['invalid_parameter', 'not_found', 'quota_exceeded'],
    handler: async ({ params, body, request }, { glossaries }) =>
      toWireDictionary(await glossaries.putDictionary(callerOf(request), params.glossary_id, body)),
  }),
  defineRoute({
    ...ofOne,
    method: 'delete',
    url: `${V3}/${ONE}/dictionaries`,
    id: 'deleteMultilingualGlossaryDictionary',
    summary: 'Delete the dictionary of a language pair',
    query: DICTIONARY_PAIR,
    responses: [DELETED],
    handler: ({ params, query, request }, { glossaries }) =>
      glossaries.removeDictionary(callerOf(request), params.glossary_id, query),
  }),
  defineRoute({
    ...ofOne,
    method: 'delete',
    url: `${V3}/${ONE}`,
    id: 'deleteMultilingualGlossary',
    summary: 'Delete a glossary with all its dictionaries',
    responses: [DELETED],
    handler: ({ params, request }, { glossaries }) =>
      glossaries.remove(callerOf(request), params.glossary_id),
  }),
];

export const GLOSSARY_ROUTES: readonly Route[] = [...V2_ROUTES, ...V3_ROUTES];
