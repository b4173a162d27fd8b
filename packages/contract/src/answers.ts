import * as z from 'zod';
import { ERRORS, type ErrorCode } from './errors.js';
import { ANSWER_SCHEMAS, described, nameSchemas } from './parameters.js';

const count = (description: string) => described(z.int().min(0), description);
const time = (description: string) => described(z.iso.datetime(), description);
const wireCode = (description: string) =>
  described(z.string().regex(/^[A-Z]{2,3}(-[A-Z0-9]{2,4})?$/), description);

/** One entry of the response to a translate request. */
export const TRANSLATION = z.object({
  detected_source_language: wireCode('Language of the source, as detected or as sent.'),
  text: described(z.string(), 'The translation.'),
  billed_characters: count(
    'Unicode code points of the source; present if `show_billed_characters` was sent.',
  ).optional(),
  model_type_used: described(
    z.enum(['latency_optimized', 'quality_optimized']),
    'Kind of model that was used; present if `model_type` was sent.',
  ).optional(),
  tag_handling_version: described(
    z.enum(['v1', 'v2']),
    'Version that was applied; present if `tag_handling` was sent.',
  ).optional(),
  message: described(
    z.string(),
    'Plural forms that were added, for somebody to check; only with `message_format`.',
  ).optional(),
});

export const TRANSLATIONS = z.object({
  translations: described(z.array(TRANSLATION), 'One entry for each text, in the same order.'),
});

export const LANGUAGE_ENTRY = z.object({
  language: wireCode('Upper-case code.'),
  name: described(z.string(), 'English name.'),
  supports_formality: described(
    z.boolean(),
    'Whether `formality` `more` and `less` are supported; only for targets.',
  ).optional(),
  starter: described(
    z.literal(true),
    'Present if only a starter model, which is small, supports the language.',
  ).optional(),
  rule_based: described(
    z.literal(true),
    'Present if only rule-based engines support the language. With `source_lang`: if they are used for this source.',
  ).optional(),
  chrf: described(
    z.number(),
    'Measured quality for this source, from 0 to 100; only with `source_lang`, where it was measured.',
  ).optional(),
  low_quality: described(
    z.literal(true),
    'Present if the measured quality is below 45.',
  ).optional(),
});

const FEATURES = z.record(z.string(), z.object({ status: z.string() }));

export const LANGUAGE_TAG_ENTRY = z.object({
  lang: described(z.string(), 'BCP-47 tag: `de`, `pt-BR`, `zh-Hans`.'),
  name: described(z.string(), 'English name.'),
  usable_as_source: z.boolean(),
  usable_as_target: z.boolean(),
  status: z.enum(['stable', 'beta', 'early_access']),
  features: described(FEATURES, 'The features that this language supports.'),
});

/** The resources of `GET /v3/languages`. */
export const LANGUAGE_RESOURCE_NAMES = [
  'translate_text',
  'translate_document',
  'glossary',
  'voice',
  'write',
  'style_rules',
  'translation_memory',
] as const;

export const LANGUAGE_RESOURCE = z.object({
  name: z.string(),
  features: z.array(
    z.object({
      name: z.string(),
      needs_source_support: z.boolean().optional(),
      needs_target_support: z.boolean().optional(),
    }),
  ),
});

const PRODUCT_USAGE = z.object({
  product_type: z.string(),
  billing_unit: z.string(),
  api_key_unit_count: z.int(),
  account_unit_count: z.int(),
  api_key_character_count: z.int(),
  character_count: z.int(),
});

export const USAGE = z.object({
  character_count: count(
    "Characters of this month: the key's for a free plan, the account's for a paid one.",
  ),
  character_limit: count('Maximum characters per month; 1000000000000 means no limit.'),
  document_count: count(
    'Documents downloaded this month: of the key if it has a document quota, otherwise of the same keys as the characters.',
  ),
  document_limit: count('Maximum documents per month; 1000000000000 means no limit.'),
  products: described(z.array(PRODUCT_USAGE), 'By product; paid plan only.').optional(),
  api_key_character_count: count('Characters of this key; paid plan only.').optional(),
  api_key_character_limit: count('Limit of this key; paid plan only.').optional(),
  start_time: time('Beginning of the month; paid plan only.').optional(),
  end_time: time('End of the month; paid plan only.').optional(),
});

const documentId = described(z.string().regex(/^[0-9A-F]{32}$/), 'Names the document.');

/** The answer to an upload. */
export const DOCUMENT_HANDLE = z.object({
  document_id: documentId,
  document_key: described(
    z.string().regex(/^[0-9A-F]{64}$/),
    'Opens the document. The server does not keep it, and every later call needs it.',
  ),
});

/** How far a document is. */
export const DOCUMENT_STATUS = z.object({
  document_id: documentId,
  status: described(
    z.enum(['queued', 'translating', 'done', 'error']),
    'Waiting for its turn, running, ready for download, or failed for good.',
  ),
  queue_position: described(
    z.int().min(1),
    'Which one it is among the documents that wait; there while `queued`.',
  ).optional(),
  seconds_remaining: described(
    z.int().min(1),
    'Estimate by the speed so far; there while `translating`, once there is a speed.',
  ).optional(),
  billed_characters: count(
    'Unicode code points that are billed when the result has been downloaded; with `done`.',
  ).optional(),
  error_message: described(z.string(), 'Why it failed, for people; with `error`.').optional(),
  error_code: described(
    z.string(),
    'Why it failed, for programs: the code that an error response would have; with `error`.',
  ).optional(),
  error_parameter: described(
    z.string(),
    'The parameter that is to be another one; with `error`, where it is one.',
  ).optional(),
  error_reason: described(
    z.string(),
    'What exactly is wrong with the file, for programs, such as `encrypted`; with `error`, where the code leaves it open.',
  ).optional(),
  error_language: described(
    z.string(),
    'The language that it failed for want of; with `error`, where it is that.',
  ).optional(),
  message: described(
    z.string(),
    'With `error`, the same as `error_message`. With `done`, what is to be known about the result, such as pages of a PDF that could not be translated.',
  ).optional(),
});

export const LIVENESS = z.object({ status: z.literal('ok') });

export const READINESS = z.object({
  status: z.enum(['ready', 'not ready']),
  engines: described(z.record(z.string(), z.string()), 'State of each engine by name.'),
});

/** The JSON format of every error response. */
export const ERROR_BODY = z.object({
  message: described(z.string(), 'What is wrong, for people. May be more specific than the table.'),
  code: described(
    z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    'What is wrong, for programs.',
  ),
  request_id: described(z.string(), 'Equals the `X-Trace-ID` header.'),
  parameter: described(z.string(), 'The invalid parameter, if there is one.').optional(),
  detail: described(
    z.string(),
    'Where exactly it is wrong, such as the entry of a glossary.',
  ).optional(),
  reason: described(
    z.string(),
    'What exactly is wrong, for programs, where the code leaves it open: with files, such as `encrypted`, and entries of a glossary, such as `entry_duplicate`.',
  ).optional(),
  index: described(z.int().min(0), 'Which entry of a list is wrong, from 0.').optional(),
  language: described(
    z.string(),
    'The code of the language that is not installed, or that nothing translates into the target.',
  ).optional(),
});

export type ErrorBody = z.output<typeof ERROR_BODY>;

nameSchemas(ANSWER_SCHEMAS, {
  Translations: TRANSLATIONS,
  Translation: TRANSLATION,
  DocumentHandle: DOCUMENT_HANDLE,
  DocumentStatus: DOCUMENT_STATUS,
  Language: LANGUAGE_ENTRY,
  LanguageTag: LANGUAGE_TAG_ENTRY,
  LanguageResource: LANGUAGE_RESOURCE,
  Usage: USAGE,
  Liveness: LIVENESS,
  Readiness: READINESS,
  Error: ERROR_BODY,
});
