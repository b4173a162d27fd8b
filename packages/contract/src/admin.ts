import * as z from 'zod';
import {
  CONTROL_CHARACTERS,
  count,
  described,
  nameSchemas,
  problem,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
  time,
} from './parameters.js';

const MAX_LABEL_LENGTH = 200;

/** A label is shown in terminals and tables: without control characters, line breaks, or
 * characters that change the direction of what follows. */
export const LABEL_PATTERN = new RegExp(
  `^[^${CONTROL_CHARACTERS}\\u202a-\\u202e\\u2066-\\u2069]+$`,
  'u',
);

const label = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LABEL_LENGTH)
  .regex(LABEL_PATTERN)
  .meta({ description: 'Name of the key.' });
const keyId = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'Id of the key, not the key itself.' });

/** Bodies of the endpoints that manage keys. */
export const CREATE_KEY_BODY = z.object({ label: label.optional() });
export const RENAME_KEY_BODY = z.object({ key_id: keyId, label });
export const DEACTIVATE_KEY_BODY = z.object({ key_id: keyId });
export const SET_KEY_LIMITS_BODY = z
  .object({
    key_id: keyId,
    characters: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .meta({ description: 'Maximum characters per calendar month; `null` removes the limit.' }),
    documents: z
      .int()
      .min(0)
      .nullable()
      .optional()
      .meta({ description: 'Maximum documents per calendar month; `null` removes the limit.' }),
    tokens: z.int().min(0).nullable().optional().meta({
      description: 'Maximum language model tokens per day (UTC); `null` removes the limit.',
    }),
  })
  .superRefine(({ characters, documents, tokens }, context) => {
    if ([characters, documents, tokens].some((limit) => limit !== undefined)) return;
    const reason = "Send at least one of 'characters', 'documents' and 'tokens'.";
    context.addIssue(problem('custom', () => reason, 'characters'));
  });

/** A key as the admin endpoints return it. */
export const ADMIN_KEY = z.object({
  key_id: keyId,
  label: z.string(),
  creation_time: z.iso.datetime(),
  deactivated_time: z.iso.datetime().optional(),
  is_deactivated: z.boolean(),
  usage_limits: z.object({
    characters: z.int().nullable(),
    documents: z.int().nullable(),
    tokens: z.int().nullable(),
  }),
  api_key: z
    .string()
    .meta({ description: 'The key itself; only returned once, when it is created.' })
    .optional(),
});

const USAGE_FIGURES = z.object({
  total_characters: z.int(),
  text_translation_characters: described(
    z.int(),
    'Of texts, documents and rephrased texts: they are not counted separately.',
  ),
  document_translation_characters: described(z.int(), 'Always 0.'),
  text_improvement_characters: described(z.int(), 'Always 0.'),
  speech_to_text_minutes: described(z.int(), 'Always 0.'),
});

const KEY_USAGE = z.object({
  api_key: z
    .string()
    .meta({ description: 'The first characters of the key, so that its owner can recognise it.' }),
  api_key_id: z.string(),
  api_key_label: z.string(),
  usage: USAGE_FIGURES,
});

/** The response of `GET /v2/admin/analytics`. */
export const USAGE_REPORT = z.object({
  usage_report: z.object({
    total_usage: USAGE_FIGURES,
    start_date: z.string(),
    end_date: z.string(),
    group_by: z.enum(['key', 'key_and_day']).optional(),
    key_usages: z.array(KEY_USAGE).optional(),
    key_and_day_usages: z.array(KEY_USAGE.extend({ usage_date: z.string() })).optional(),
  }),
  cache_report: z
    .object({
      counted_by: z.literal('this_server'),
      hits: z.int(),
      misses: z.int(),
    })
    .meta({
      description:
        'Cache hits and misses of segments, since this server started and not in the requested range of days.',
    }),
});

/** The response of `GET /v2/admin/analytics/custom-tags`. */
export const TAG_USAGE_REPORT = z.object({
  custom_tag_usage_report: z.object({
    aggregate_by: z.enum(['period', 'day']),
    start_date: z.string(),
    end_date: z.string(),
    next_page: z
      .int()
      .nullable()
      .meta({ description: 'Send it as `page` to get the next page; `null` on the last one.' }),
    usage: z.array(
      z.object({
        custom_tag: z.string(),
        usage_date: z.string().optional(),
        breakdown: z.object({
          total_characters: z.int(),
          text_translation_characters: z.int(),
          text_improvement_characters: z.int(),
        }),
      }),
    ),
  }),
});

nameSchemas(REQUEST_SCHEMAS, {
  KeyCreation: CREATE_KEY_BODY,
  KeyRename: RENAME_KEY_BODY,
  KeyId: DEACTIVATE_KEY_BODY,
  KeyLimitsChange: SET_KEY_LIMITS_BODY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  Key: ADMIN_KEY,
  UsageReport: USAGE_REPORT,
  TagUsageReport: TAG_USAGE_REPORT,
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

nameSchemas(RESPONSE_SCHEMAS, { Usage: USAGE });
