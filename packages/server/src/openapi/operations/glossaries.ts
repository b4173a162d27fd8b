import type { Permission } from '../../accounts/records/key-record.js';
import type { Operation } from './operation.js';

const TAG = 'Glossaries';
const PERMISSIONS: readonly Permission[] = ['translate'];
const PAIR_PERMISSIONS: readonly Permission[] = ['translate', 'usage', 'admin'];
const ID = '5d1e7f3a-8c2b-4e6f-9a0d-1b3c5d7e9f01';
const V2 = '/v2/glossaries';
const V3 = '/v3/glossaries';
const ONE = '{glossary_id}';

const pair = { source_lang: 'en', target_lang: 'es' } as const;
const creation_time = '2026-11-22T09:00:00.000Z';
const SUMMARY = { ...pair, entry_count: 1 };
const GLOSSARY = { glossary_id: ID, name: 'Greetings', ready: true, ...SUMMARY, creation_time };
const MULTILINGUAL = {
  glossary_id: ID,
  name: 'Greetings',
  dictionaries: [SUMMARY],
  creation_time,
};
const ENTRIES = 'friend\tcompañero';
const DICTIONARY = { ...pair, entries: ENTRIES, entries_format: 'tsv' };

const shared = { tag: TAG, permissions: PERMISSIONS } as const satisfies Partial<Operation>;
const ofOne = {
  ...shared,
  pathParameters: [{ name: 'glossary_id', description: 'The id of the glossary.', example: ID }],
  errors: ['invalid_parameter', 'not_found'],
} as const satisfies Partial<Operation>;
const query = [
  { name: 'source_lang', description: 'Source language.', isRequired: true, example: 'en' },
  { name: 'target_lang', description: 'Target language.', isRequired: true, example: 'es' },
] as const satisfies Operation['query'];
const gone = [{ status: 204, description: 'It is deleted.' }] as const;

const V2_OPERATIONS: readonly Operation[] = [
  {
    tag: TAG,
    permissions: PAIR_PERMISSIONS,
    method: 'get',
    path: '/v2/glossary-language-pairs',
    id: 'listGlossaryLanguagePairs',
    summary: 'List language pairs of glossaries',
    description:
      'Those that can be translated now. Glossaries for other pairs are accepted, and can be used once the languages are installed.',
    answers: [
      {
        status: 200,
        description: 'The pairs.',
        schema: 'GlossaryLanguagePairs',
        example: { supported_languages: [pair] },
      },
    ],
  },
  {
    tag: TAG,
    permissions: PERMISSIONS,
    method: 'get',
    path: V2,
    id: 'listGlossaries',
    summary: 'List glossaries',
    description: 'Each with its first dictionary, those without dictionaries left out.',
    answers: [
      {
        status: 200,
        description: 'The glossaries of this key, the oldest first.',
        schema: 'Glossaries',
        example: { glossaries: [GLOSSARY] },
      },
    ],
  },
  {
    ...shared,
    method: 'post',
    path: V2,
    id: 'createGlossary',
    summary: 'Create a glossary of one language pair',
    body: {
      schema: 'GlossaryCreation',
      takesForm: true,
      isRequired: true,
      example: { name: 'Greetings', ...DICTIONARY },
    },
    answers: [{ status: 201, description: 'The glossary.', schema: 'Glossary', example: GLOSSARY }],
    errors: ['invalid_parameter', 'quota_exceeded'],
  },
  {
    ...ofOne,
    method: 'get',
    path: `${V2}/${ONE}`,
    id: 'getGlossary',
    summary: 'Show a glossary',
    answers: [{ status: 200, description: 'The glossary.', schema: 'Glossary', example: GLOSSARY }],
  },
  {
    ...ofOne,
    method: 'get',
    path: `${V2}/${ONE}/entries`,
    id: 'getGlossaryEntries',
    summary: 'Export the entries of a glossary',
    answers: [
      {
        status: 200,
        description: 'One entry per line: source, tab, target.',
        mediaType: 'text/tab-separated-values',
      },
    ],
    errors: ['invalid_parameter', 'not_found', 'unsupported_media_type'],
  },
  {
    ...ofOne,
    method: 'delete',
    path: `${V2}/${ONE}`,
    id: 'deleteGlossary',
    summary: 'Delete a glossary',
    description: 'Refused if it has several dictionaries; the call of v3 deletes these too.',
    answers: gone,
  },
];

const V3_OPERATIONS: readonly Operation[] = [
  {
    tag: TAG,
    permissions: PERMISSIONS,
    method: 'get',
    path: V3,
    id: 'listMultilingualGlossaries',
    summary: 'List glossaries with all their dictionaries',
    answers: [
      {
        status: 200,
        description: 'The glossaries of this key, the oldest first.',
        schema: 'MultilingualGlossaries',
        example: { glossaries: [MULTILINGUAL] },
      },
    ],
  },
  {
    ...shared,
    method: 'post',
    path: V3,
    id: 'createMultilingualGlossary',
    summary: 'Create a glossary of several language pairs',
    description:
      'Takes a form as well, with fields such as `dictionaries[0].source_lang` or `dictionaries[0][source_lang]`.',
    body: {
      schema: 'MultilingualGlossaryCreation',
      isRequired: true,
      example: { name: 'Greetings', dictionaries: [DICTIONARY] },
    },
    answers: [
      {
        status: 201,
        description: 'The glossary.',
        schema: 'MultilingualGlossary',
        example: MULTILINGUAL,
      },
    ],
    errors: ['invalid_parameter', 'quota_exceeded'],
  },
  {
    ...ofOne,
    method: 'get',
    path: `${V3}/${ONE}`,
    id: 'getMultilingualGlossary',
    summary: 'Show a glossary with all its dictionaries',
    answers: [
      {
        status: 200,
        description: 'The glossary.',
        schema: 'MultilingualGlossary',
        example: MULTILINGUAL,
      },
    ],
  },
  {
    ...ofOne,
    method: 'patch',
    path: `${V3}/${ONE}`,
    id: 'changeMultilingualGlossary',
    summary: 'Rename a glossary, or add entries to it',
    description:
      'Entries are added to those of their language pair; known sources get the new target. Takes a form as well, with fields such as `dictionaries[0].source_lang`.',
    body: {
      schema: 'GlossaryChange',
      isRequired: true,
      example: { name: 'Greetings', dictionaries: [DICTIONARY] },
    },
    answers: [
      {
        status: 200,
        description: 'The glossary after the change.',
        schema: 'MultilingualGlossary',
        example: MULTILINGUAL,
      },
    ],
    errors: ['invalid_parameter', 'not_found', 'quota_exceeded'],
  },
  {
    ...ofOne,
    method: 'get',
    path: `${V3}/${ONE}/entries`,
    id: 'getMultilingualGlossaryEntries',
    summary: 'Export the entries of a language pair',
    query,
    answers: [
      {
        status: 200,
        description: 'The entries.',
        schema: 'DictionaryEntries',
        example: { dictionaries: [DICTIONARY] },
      },
    ],
  },
  {
    ...ofOne,
    method: 'put',
    path: `${V3}/${ONE}/dictionaries`,
    id: 'putMultilingualGlossaryDictionary',
    summary: 'Replace the dictionary of a language pair, or add it',
    body: { schema: 'SentDictionary', takesForm: true, isRequired: true, example: DICTIONARY },
    answers: [
      { status: 200, description: 'The dictionary.', schema: 'Dictionary', example: SUMMARY },
    ],
    errors: ['invalid_parameter', 'not_found', 'quota_exceeded'],
  },
  {
    ...ofOne,
    method: 'delete',
    path: `${V3}/${ONE}/dictionaries`,
    id: 'deleteMultilingualGlossaryDictionary',
    summary: 'Delete the dictionary of a language pair',
    query,
    answers: gone,
  },
  {
    ...ofOne,
    method: 'delete',
    path: `${V3}/${ONE}`,
    id: 'deleteMultilingualGlossary',
    summary: 'Delete a glossary with all its dictionaries',
    answers: gone,
  },
];

export const GLOSSARY_OPERATIONS: readonly Operation[] = [...V2_OPERATIONS, ...V3_OPERATIONS];
