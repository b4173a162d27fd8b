import { LANGUAGE_RESOURCE_NAMES } from '@dragoman/contract';
import type { Permission } from '../../accounts/records/key-record.js';
import type { Operation } from './operation.js';

const PERMISSIONS: readonly Permission[] = ['translate', 'usage', 'admin'];

export const LANGUAGE_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v2/languages',
    id: 'listLanguages',
    tag: 'Languages',
    summary: 'List languages',
    description: 'What the installed engines can translate from or into at the moment.',
    permissions: PERMISSIONS,
    query: [
      {
        name: 'type',
        description: 'Source or target languages; the default is `source`.',
        isRequired: false,
        values: ['source', 'target'],
        example: 'target',
      },
      {
        name: 'source_lang',
        description:
          'With `type=target`: only the languages that this source language can be translated into. An extension of this server.',
        isRequired: false,
        example: 'EN',
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The languages.',
        schema: 'Language',
        isList: true,
        example: [
          { language: 'CA', name: 'Catalan', supports_formality: false },
          { language: 'ES', name: 'Spanish', supports_formality: false },
        ],
      },
    ],
    errors: ['invalid_parameter'],
  },
  {
    method: 'get',
    path: '/v3/languages',
    id: 'listLanguageTags',
    tag: 'Languages',
    summary: 'List languages as BCP-47 tags',
    permissions: PERMISSIONS,
    query: [
      {
        name: 'resource',
        description:
          'The purpose of the languages. `translate_text` and `translate_document` have the same ones, the others none.',
        isRequired: true,
        values: LANGUAGE_RESOURCE_NAMES,
        example: 'translate_text',
      },
    ],
    answers: [
      {
        status: 200,
        description: 'The languages.',
        schema: 'LanguageTag',
        isList: true,
        example: [
          {
            lang: 'ca',
            name: 'Catalan',
            usable_as_source: true,
            usable_as_target: true,
            status: 'stable',
            features: {},
          },
        ],
      },
    ],
    errors: ['invalid_parameter'],
  },
  {
    method: 'get',
    path: '/v3/languages/resources',
    id: 'listLanguageResources',
    tag: 'Languages',
    summary: 'List the resources of the languages endpoint',
    permissions: PERMISSIONS,
    answers: [
      {
        status: 200,
        description: 'The resources.',
        schema: 'LanguageResource',
        isList: true,
        example: [
          {
            name: 'translate_text',
            features: [{ name: 'formality', needs_target_support: true }],
          },
          {
            name: 'translate_document',
            features: [{ name: 'formality', needs_target_support: true }],
          },
        ],
      },
    ],
  },
];
