import {
  CORRECT_BODY,
  correctRequest,
  IMPROVEMENTS,
  type ImprovementsResponse,
  MAX_REPHRASE_BODY_BYTES,
  REPHRASE_BODY,
  rephraseRequest,
} from '@dragoman/contract';
import type { RewrittenText } from '@dragoman/core';
import { defineRoute, type Route } from '../../platform/http/define-route.js';

const shared = {
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
const body = { takesForm: true, maxBytes: MAX_REPHRASE_BODY_BYTES } as const;
const SENT = 'I could really use sum help with my text.';

const improved = (description: string, text: string) =>
  [
    {
      status: 200,
      description,
      schema: IMPROVEMENTS,
      example: {
        improvements: [{ text, detected_source_language: 'en', target_language: 'en-US' }],
      },
    },
  ] as const;

export const REPHRASE_ROUTES: readonly Route[] = [
  defineRoute({
    ...shared,
    url: '/v2/write/rephrase',
    id: 'rephraseText',
    summary: 'Rephrase texts',
    description:
      'Writes each text again in its own language: correct, clear, and in the style or tone that is asked for. Needs a language model. A sentence whose new wording fails a check stays as it was. Takes JSON or a form of up to 10 KiB. Billed like a translation.',
    body: {
      ...body,
      schema: REPHRASE_BODY,
      example: { text: [SENT], target_lang: 'en-US', tone: 'friendly' },
    },
    responses: improved('The improved texts.', 'I would be glad of some help with my text.'),
    handler: async ({ body, request, reply }, { settings, rewriteCharged }) =>
      toResponse(await rewriteCharged(request, reply, rephraseRequest(body, settings))),
  }),
  defineRoute({
    ...shared,
    url: '/v2/write/correct',
    id: 'correctText',
    summary: 'Correct texts',
    description:
      'Repairs mistakes of spelling, grammar and punctuation, and changes nothing else. Otherwise like `/v2/write/rephrase`.',
    body: { ...body, schema: CORRECT_BODY, example: { text: [SENT] } },
    responses: improved('The corrected texts.', 'I could really use some help with my text.'),
    handler: async ({ body, request, reply }, { settings, rewriteCharged }) =>
      toResponse(await rewriteCharged(request, reply, correctRequest(body, settings))),
  }),
];

const toResponse = (texts: readonly RewrittenText[]): ImprovementsResponse => ({
  improvements: texts.map(({ text, source, target }) => ({
    text,
    detected_source_language: source,
    target_language: target,
  })),
});
