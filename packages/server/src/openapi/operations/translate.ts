import type { Operation } from './operation.js';

export const TRANSLATE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v2/translate',
    id: 'translateText',
    tag: 'Translation',
    summary: 'Translate texts',
    description:
      'Translates each text separately; the response has the same order. Takes JSON or a form; unknown members are ignored. Identical requests in flight share one translation. A header `X-Reporting-Tag` (or `X-DeepL-Reporting-Tag`), up to 100 characters, is a tag under which the usage is reported, in addition to the key.',
    permissions: ['translate'],
    body: {
      schema: 'TranslateRequest',
      takesForm: true,
      isRequired: true,
      example: { text: ['The house is big.', 'La maison est grande.'], target_lang: 'ES' },
    },
    answers: [
      {
        status: 200,
        description: 'The translations.',
        schema: 'Translations',
        example: {
          translations: [
            { detected_source_language: 'EN', text: 'La casa es grande.' },
            { detected_source_language: 'FR', text: 'La casa es grande.' },
          ],
        },
      },
    ],
    errors: [
      'invalid_parameter',
      'language_not_installed',
      'pair_not_installed',
      'quota_exceeded',
      'engine_failed',
      'deadline_exceeded',
    ],
  },
];
