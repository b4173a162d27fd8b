import {
  CORRECT_BODY,
  checkCount,
  correctRequest,
  IMPROVEMENTS,
  type ImprovementsResponse,
  MAX_REWRITE_BODY_BYTES,
  REPHRASE_BODY,
  rephraseRequest,
  TRANSLATE_BODY,
  TRANSLATIONS,
  type TranslateBody,
  type TranslateResponse,
  toWireCode,
  type WireTranslation,
} from '@dragoman/contract';
import { mapYielding, type RewrittenText, type TranslatedText } from '@dragoman/core';
import { defineRoute, type Route, type RouteTag } from '../../platform/http/define-route.js';
import { chargedCallerOf } from './charged-caller.js';

const TRANSLATION_TAG: RouteTag = {
  name: 'Translation',
  description: 'Texts in, translations out.',
};

const WRITING_TAG: RouteTag = {
  name: 'Writing',
  description: 'Texts in, better texts in the same language out; needs a language model.',
};

export const TRANSLATE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'post',
    url: '/v2/translate',
    id: 'translateText',
    tag: TRANSLATION_TAG,
    summary: 'Translate texts',
    description:
      'Translates each text separately; the response has the same order. Takes JSON or a form; unknown members are ignored. Identical requests in flight share one translation. A header `X-Reporting-Tag` (or `X-DeepL-Reporting-Tag`), up to 100 characters, is a tag under which the usage is reported, in addition to the key.',
    permissions: ['translate'],
    body: {
      schema: TRANSLATE_BODY,
      takesForm: true,
      example: { text: ['The house is big.', 'La maison est grande.'], target_lang: 'ES' },
    },
    responses: [
      {
        status: 200,
        description: 'The translations.',
        schema: TRANSLATIONS,
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
    handler: async ({ body, request, reply }, { settings, translateCharged }) => {
      checkCount(body.text, settings);
      const { texts } = await translateCharged(chargedCallerOf(request, reply), body);
      return translateResponse(texts, body);
    },
  }),
];

/** The response to a translate request, one entry per text in order. */
export const translateResponse = async (
  texts: readonly TranslatedText[],
  body: TranslateBody,
): Promise<TranslateResponse> => ({
  translations: await mapYielding(
    texts,
    undefined,
    ({ text }) => text.length,
    (text) => toWire(text, body),
  ),
});

const toWire = (translated: TranslatedText, body: TranslateBody): WireTranslation => ({
  detected_source_language: toWireCode(translated.source),
  text: translated.text,
  ...(body.show_billed_characters && { billed_characters: translated.billedCharacters }),
  ...(body.model_type && { model_type_used: translated.modelType }),
  ...(translated.notes?.length && { message: translated.notes.join(' ') }),
  ...(body.tag_handling && { tag_handling_version: body.tag_handling_version ?? 'v1' }),
});

const shared = {
  method: 'post',
  tag: WRITING_TAG,
  permissions: ['translate'],
  errors: [
    'language_model_missing',
    'invalid_parameter',
    'quota_exceeded',
    'engine_failed',
    'deadline_exceeded',
  ],
} as const;
const body = { takesForm: true, maxBytes: MAX_REWRITE_BODY_BYTES } as const;
const SENT = 'I could really use sum help with my text.';

const rewritten = (description: string, text: string) =>
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

export const REWRITE_ROUTES: readonly Route[] = [
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
    responses: rewritten('The improved texts.', 'I would be glad of some help with my text.'),
    handler: async ({ body, request, reply }, { settings, rewriteCharged }) =>
      toResponse(
        await rewriteCharged(chargedCallerOf(request, reply), rephraseRequest(body, settings)),
      ),
  }),
  defineRoute({
    ...shared,
    url: '/v2/write/correct',
    id: 'correctText',
    summary: 'Correct texts',
    description:
      'Repairs mistakes of spelling, grammar and punctuation, and changes nothing else. Otherwise like `/v2/write/rephrase`.',
    body: { ...body, schema: CORRECT_BODY, example: { text: [SENT] } },
    responses: rewritten('The corrected texts.', 'I could really use some help with my text.'),
    handler: async ({ body, request, reply }, { settings, rewriteCharged }) =>
      toResponse(
        await rewriteCharged(chargedCallerOf(request, reply), correctRequest(body, settings)),
      ),
  }),
];

const toResponse = (texts: readonly RewrittenText[]): ImprovementsResponse => ({
  improvements: texts.map(({ text, source, target }) => ({
    text,
    detected_source_language: source,
    target_language: target,
  })),
});
