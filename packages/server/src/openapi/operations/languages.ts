import { LANGUAGE_RESOURCE_NAMES } from '@dragoman/contract';
import type { Permission } from '../../accounts/records/key-record.js';
import type { Operation } from './operation.js';

const PERMISSIONS: readonly Permission[] = ['translate', 'usage', 'admin'];

const TRANSLATED = ['translate_text', 'translate_document'];

const WRITE_FEATURES = [
  { name: 'writing_style', needs_target_support: true },
  { name: 'tone', needs_target_support: true },
];

const OTHER_RESOURCES = LANGUAGE_RESOURCE_NAMES.filter((name) => !TRANSLATED.includes(name)).map(
  (name) => ({ name, features: name === 'write' ? WRITE_FEATURES : [] }),
);

const LIST_LANGUAGES = {
  path: '/v2/languages',
  tag: 'Languages',
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
} as const;

export const LANGUAGE_OPERATIONS: readonly Operation[] = [
  {
    ...LIST_LANGUAGES,
    method: 'get',
    id: 'listLanguages',
    summary: 'List languages',
    description:
      'What the installed engines can translate from or into at the moment. Parameters may also come in a JSON or form body; those of the address have priority.',
  },
  {
    ...LIST_LANGUAGES,
    method: 'post',
    id: 'postLanguages',
    summary: 'List languages, with parameters in the body',
    description: 'The same as `GET`, for clients that ask this way.',
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
          'The purpose of the languages. `translate_text` and `translate_document` have the same ones, `glossary` and `style_rules` the base languages, `translation_memory` all, `write` those that a language model writes, the others none.',
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
            features: {
              glossary: { status: 'stable' },
              style_rules: { status: 'stable' },
              translation_memory: { status: 'stable' },
              tag_handling: { status: 'stable' },
              auto_detection: { status: 'stable' },
            },
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
          ...TRANSLATED.map((name) => ({
            name,
            features: [
              { name: 'formality', needs_target_support: true },
              { name: 'glossary', needs_source_support: true, needs_target_support: true },
              { name: 'style_rules', needs_target_support: true },
              { name: 'custom_instructions', needs_target_support: true },
              {
                name: 'translation_memory',
                needs_source_support: true,
                needs_target_support: true,
              },
              { name: 'tag_handling', needs_source_support: true, needs_target_support: true },
              { name: 'auto_detection', needs_source_support: true },
            ],
          })),
          ...OTHER_RESOURCES,
        ],
      },
    ],
  },
];
