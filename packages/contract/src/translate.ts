import { z } from 'zod';
import { AppError, invalidParameter } from './errors.js';

/** The wire's booleans: JSON `true`/`false`, form `1`/`0`. A form's `true` is refused. */
const flag = z
  .union([z.boolean(), z.literal(['0', '1', 0, 1])])
  .transform((value) => value === true || value === '1' || value === 1);

/** Tag names as a JSON list or as one comma-joined string. */
const tagNames = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((names) => names.map((name) => name.trim()).filter((name) => name !== ''));

const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item));

/** A parameter set to `null` or, where that cannot be meant, to nothing counts as not sent. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());

export const MODEL_TYPES = [
  'latency_optimized',
  'quality_optimized',
  'prefer_quality_optimized',
] as const;

export const FORMALITIES = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;

/** The body of `POST /v2/translate`, decoded from JSON or a form. Unknown keys are accepted. */
const translateBody = z.object({
  text: oneOrMore(z.string()),
  target_lang: z.string().min(1),
  source_lang: optional(z.string()),
  context: optional(z.string()),
  model_type: optional(z.enum(MODEL_TYPES)),
  formality: optional(z.enum(FORMALITIES)),
  split_sentences: optional(
    z
      .union([z.enum(['0', '1', 'nonewlines']), z.literal([0, 1])])
      .transform((value) => String(value) as '0' | '1' | 'nonewlines'),
  ),
  preserve_formatting: optional(flag),
  show_billed_characters: optional(flag),
  tag_handling: optional(z.enum(['xml', 'html'])),
  tag_handling_version: optional(z.enum(['v1', 'v2'])),
  outline_detection: optional(flag),
  splitting_tags: optional(tagNames),
  non_splitting_tags: optional(tagNames),
  ignore_tags: optional(tagNames),
  glossary_id: optional(z.string()),
  glossary_ids: optional(tagNames),
  style_id: optional(z.string()),
  custom_instructions: optional(oneOrMore(z.string().max(300)).pipe(z.array(z.string()).max(10))),
  translation_memory_id: optional(z.string()),
  translation_memory_threshold: optional(z.coerce.number().int().min(0).max(100)),
});

/** A translate request as decoded and checked for form; languages are not resolved yet. */
export type TranslateBody = z.output<typeof translateBody>;

/** One entry of the answer, in the order of the request's texts. */
export interface WireTranslation {
  readonly detected_source_language: string;
  readonly text: string;
  readonly billed_characters?: number;
  readonly model_type_used?: 'latency_optimized' | 'quality_optimized';
  readonly tag_handling_version?: 'v1' | 'v2';
}

export interface TranslateResponse {
  readonly translations: readonly WireTranslation[];
}

/**
 * Checks the form of a translate request.
 *
 * @param body what the JSON or form parser made of the request body
 * @param limits `maxTexts`: most texts in one request
 * @throws AppError `invalid_parameter`, naming the parameter
 */
export const parseTranslateBody = (
  body: unknown,
  limits: { readonly maxTexts: number },
): TranslateBody => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed_body', { message: 'The request body must be an object.' });
  }
  requireParameters(body, ['text', 'target_lang']);
  const parsed = translateBody.safeParse(body);
  if (!parsed.success) throw invalidParameter(String(parsed.error.issues[0]?.path[0] ?? 'body'));
  const request = parsed.data;
  if (request.text.length === 0) throw missingParameter('text');
  if (request.text.length > limits.maxTexts) {
    throw invalidParameter('text', `At most ${limits.maxTexts} texts fit in one request.`);
  }
  checkCombinations(request);
  return request;
};

const missingParameter = (parameter: string): AppError =>
  new AppError('invalid_parameter', {
    parameter,
    message: `Parameter '${parameter}' not specified.`,
  });

const requireParameters = (body: object, names: readonly string[]): void => {
  for (const name of names) {
    if ((body as Record<string, unknown>)[name] === undefined) throw missingParameter(name);
  }
};

const checkCombinations = (request: TranslateBody): void => {
  if (request.model_type === 'latency_optimized' && request.tag_handling_version === 'v2') {
    throw invalidParameter(
      'model_type',
      "'tag_handling_version' v2 needs a quality-optimized model; leave 'model_type' out or use 'quality_optimized'.",
    );
  }
  if (request.glossary_id !== undefined && request.glossary_ids !== undefined) {
    throw invalidParameter('glossary_ids', "Send either 'glossary_id' or 'glossary_ids'.");
  }
  const glossary = request.glossary_id ?? request.glossary_ids?.[0];
  if (glossary !== undefined && request.source_lang === undefined) {
    throw new AppError('invalid_parameter', {
      parameter: 'source_lang',
      message: 'Use of a glossary requires the source_lang parameter to be specified.',
    });
  }
};
