import type { Operation } from './operation.js';

const LIST = {
  method: 'get',
  tag: 'Glossaries',
  permissions: ['translate', 'usage', 'admin'],
} as const;

const NONE = {
  status: 200,
  description: 'An empty list.',
  schema: 'Glossaries',
  example: { glossaries: [] },
} as const;

export const GLOSSARY_OPERATIONS: readonly Operation[] = [
  {
    ...LIST,
    path: '/v2/glossary-language-pairs',
    id: 'listGlossaryLanguagePairs',
    summary: 'List language pairs of glossaries',
    answers: [
      {
        ...NONE,
        schema: 'GlossaryLanguagePairs',
        example: { supported_languages: [] },
      },
    ],
  },
  {
    ...LIST,
    path: '/v2/glossaries',
    id: 'listGlossaries',
    summary: 'List glossaries',
    answers: [NONE],
  },
  {
    ...LIST,
    path: '/v3/glossaries',
    id: 'listMultilingualGlossaries',
    summary: 'List glossaries of several languages',
    answers: [NONE],
  },
];
