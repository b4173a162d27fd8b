import * as z from 'zod';
import { described, nameSchemas, RESPONSE_SCHEMAS, wireCode } from './parameters.js';

/** One entry of `GET /v2/languages`. */
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

/** One entry of `GET /v3/languages`. */
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

nameSchemas(RESPONSE_SCHEMAS, {
  Language: LANGUAGE_ENTRY,
  LanguageTag: LANGUAGE_TAG_ENTRY,
  LanguageResource: LANGUAGE_RESOURCE,
});
