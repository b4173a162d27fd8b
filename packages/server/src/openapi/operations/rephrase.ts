import type { Operation } from './operation.js';

const IMPROVING = {
  method: 'post',
  tag: 'Writing',
  permissions: ['translate'],
  errors: [
    'language_model_missing',
    'invalid_parameter',
    'quota_exceeded',
    'engine_failed',
    'deadline_exceeded',
  ],
} as const;

export const REPHRASE_OPERATIONS: readonly Operation[] = [
  {
    ...IMPROVING,
    path: '/v2/write/rephrase',
    id: 'rephraseText',
    summary: 'Rephrase texts',
    description:
      'Writes each text again in its own language: correct, clear, and in the style or tone that is asked for. Needs a language model. A sentence whose new wording fails a check stays as it was. Takes JSON or a form of up to 10 KiB. Billed like a translation.',
    body: {
      schema: 'RephraseRequest',
      takesForm: true,
      isRequired: true,
      example: {
        text: ['I could really use sum help with my text.'],
        target_lang: 'en-US',
        tone: 'friendly',
      },
    },
    answers: [
      {
        status: 200,
        description: 'The improved texts.',
        schema: 'Improvements',
        example: {
          improvements: [
            {
              text: 'I would be glad of some help with my text.',
              detected_source_language: 'en',
              target_language: 'en-US',
            },
          ],
        },
      },
    ],
  },
  {
    ...IMPROVING,
    path: '/v2/write/correct',
    id: 'correctText',
    summary: 'Correct texts',
    description:
      'Repairs mistakes of spelling, grammar and punctuation, and changes nothing else. Otherwise like `/v2/write/rephrase`.',
    body: {
      schema: 'CorrectRequest',
      takesForm: true,
      isRequired: true,
      example: { text: ['I could really use sum help with my text.'] },
    },
    answers: [
      {
        status: 200,
        description: 'The corrected texts.',
        schema: 'Improvements',
        example: {
          improvements: [
            {
              text: 'I could really use some help with my text.',
              detected_source_language: 'en',
              target_language: 'en-US',
            },
          ],
        },
      },
    ],
  },
];
