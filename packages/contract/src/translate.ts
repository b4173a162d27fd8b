import * as z from 'zod';
import { invalidParameter } from './errors.js';
import { MAX_GLOSSARIES_PER_REQUEST } from './glossary.js';
import { DEFAULT_MEMORY_THRESHOLD } from './memory.js';
import {
  count,
  described,
  flag,
  integer,
  nameSchemas,
  oneOrMore,
  optional,
  problem,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
  tagNames,
  texts,
  wireCode,
  word,
} from './parameters.js';
import { parse } from './parse.js';
import { CUSTOM_INSTRUCTION_LIMITS } from './style.js';

export const MODEL_TYPES = [
  'latency_optimized',
  'quality_optimized',
  'prefer_quality_optimized',
] as const;

export const FORMALITIES = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;

/** Element names of one parameter. */
const MAX_TAG_NAMES = 1000;
const tagList = tagNames.pipe(z.array(z.string()).max(MAX_TAG_NAMES));

/** `deepl-node` sends a value of its own after the one that its caller chose, which counts. */
const firstSent = (value: unknown): unknown =>
  Array.isArray(value) && value.length > 1 && typeof value[0] === 'string' ? value[0] : value;

/** The parameters of translations, each by itself. The descriptions are those of the API reference. */
export const TRANSLATE_FIELDS = z.object({
  text: texts('The texts to translate, each separately. In a form, `text` is repeated.'),
  target_lang: z.string().min(1).meta({
    description:
      'Language or variant to translate into, in upper or lower case: `es`, `PT-BR`. A base language with variants stands for its default variant.',
  }),
  source_lang: optional(
    z.string(),
    'Language of the texts: a base code such as `EN`, never a variant. If omitted, it is detected for each text.',
  ),
  context: optional(
    z.string(),
    'Additional context that is not translated. Used by engines that support it.',
  ),
  model_type: optional(
    z.enum(MODEL_TYPES),
    'Speed or quality. The requested kind is used where it is installed, otherwise the other one; the response says which. `prefer_quality_optimized` is the same as `quality_optimized`.',
  ),
  formality: optional(
    word(FORMALITIES),
    '`more` and `less` are refused unless the target supports formality according to `/v2/languages`; `prefer_more` and `prefer_less` never are. Case is ignored.',
  ),
  split_sentences: optional(
    z
      .union([z.enum(['0', '1', 'nonewlines']), z.literal([0, 1])])
      .transform((value) => String(value) as '0' | '1' | 'nonewlines'),
    'Where sentences end: `1` at punctuation and line breaks (default), `nonewlines` at punctuation only (default with `tag_handling` `html`), `0` never.',
  ),
  preserve_formatting: optional(
    flag,
    "Keep the source's final punctuation and initial case of each sentence.",
  ),
  show_billed_characters: optional(
    z.preprocess(firstSent, flag),
    'Add `billed_characters` to each translation: Unicode code points of the source.',
  ),
  tag_handling: optional(
    z.enum(['xml', 'html']),
    'The markup language of the texts. If omitted, texts are plain.',
  ),
  tag_handling_version: optional(
    z.enum(['v1', 'v2']),
    '`v1` (default) accepts and preserves malformed markup; `v2` prefers the quality model and refuses malformed XML. `v2` together with `latency_optimized` is refused.',
  ),
  message_format: optional(
    z.enum(['icu']),
    'The texts are ICU messages: `{count, plural, one {# file} other {# files}}`. Each branch of a `plural`, `selectordinal`, `select` or `choice` is translated as a whole sentence. Not together with `tag_handling`.',
  ),
  outline_detection: optional(
    flag,
    'XML: `false` makes only `splitting_tags` end sentences. Default `true`.',
  ),
  splitting_tags: optional(tagList, 'Elements that always end the sentence.'),
  non_splitting_tags: optional(tagList, 'Elements that never end the sentence.'),
  ignore_tags: optional(tagList, 'Elements whose content is not translated.'),
  glossary_id: optional(
    z.string(),
    'A glossary whose terms apply. Needs `source_lang`, and a dictionary for the language pair.',
  ),
  glossary_ids: optional(
    tagNames
      .pipe(z.array(z.string()).max(MAX_GLOSSARIES_PER_REQUEST))
      .transform((ids) => (ids.length > 0 ? ids : undefined)),
    'Several glossaries; where more than one has a term, the first one applies. In a form: joined by commas. Not together with `glossary_id`.',
  ),
  style_id: optional(
    z.string(),
    'A style rule list for the target language. Rules that no installed engine can follow are refused.',
  ),
  custom_instructions: optional(
    oneOrMore(z.string().trim().max(CUSTOM_INSTRUCTION_LIMITS.characters))
      .pipe(z.array(z.string()).max(CUSTOM_INSTRUCTION_LIMITS.instructions))
      .transform((all) => all.filter((instruction) => instruction !== ''))
      .transform((all) => (all.length > 0 ? all : undefined)),
    `Up to ${CUSTOM_INSTRUCTION_LIMITS.instructions} instructions of at most ${CUSTOM_INSTRUCTION_LIMITS.characters} characters. Refused unless an installed engine follows instructions.`,
  ),
  translation_memory_id: optional(
    z.string(),
    'A translation memory. Its translations are used instead of the engine where they are similar enough.',
  ),
  translation_memory_threshold: optional(
    integer(0, 100),
    `Minimum similarity of matches from the translation memory, in percent; by default ${DEFAULT_MEMORY_THRESHOLD}. 100 is for texts that are the same.`,
  ),
});

/** Parameters that exclude or need one another. */
type Combined = Partial<
  Pick<
    z.output<typeof TRANSLATE_FIELDS>,
    | 'model_type'
    | 'tag_handling'
    | 'message_format'
    | 'tag_handling_version'
    | 'glossary_id'
    | 'glossary_ids'
    | 'source_lang'
  >
>;

/** Refuses parameters that exclude one another. */
export const refuseContradictions = (sent: Combined, context: z.RefinementCtx): void => {
  const refuse = (parameter: string, reason: string) =>
    context.addIssue(problem('custom', () => reason, parameter));
  if (sent.model_type === 'latency_optimized' && sent.tag_handling_version === 'v2') {
    refuse(
      'model_type',
      "'tag_handling_version' v2 needs a quality-optimized model; omit 'model_type' or use 'quality_optimized'.",
    );
  }
  if (sent.message_format !== undefined && sent.tag_handling !== undefined) {
    refuse('message_format', "Send either 'message_format' or 'tag_handling'.");
  }
  if (sent.glossary_id !== undefined && sent.glossary_ids !== undefined) {
    refuse('glossary_ids', "Send either 'glossary_id' or 'glossary_ids'.");
  }
};

/** Refuses parameters that exclude one another, and glossaries without the language of the texts. */
export const refuseCombinations = (sent: Combined, context: z.RefinementCtx): void => {
  refuseContradictions(sent, context);
  const glossary = sent.glossary_id ?? sent.glossary_ids?.[0];
  if (glossary !== undefined && sent.source_lang === undefined) {
    context.addIssue(problem('needed', () => '', 'source_lang'));
  }
};

/** The body of `POST /v2/translate`, decoded from JSON or a form. Unknown keys are accepted. */
export const TRANSLATE_BODY = TRANSLATE_FIELDS.superRefine(refuseCombinations);

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

nameSchemas(REQUEST_SCHEMAS, {
  TranslateRequest: TRANSLATE_BODY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  Translations: TRANSLATIONS,
  Translation: TRANSLATION,
});

/** A translate request as decoded and checked for form; languages are not resolved yet. */
export type TranslateBody = z.output<typeof TRANSLATE_BODY>;

/** One entry of the response, in the order of the request's texts. */
export type WireTranslation = z.output<typeof TRANSLATION>;

export type TranslateResponse = z.output<typeof TRANSLATIONS>;

/**
 * Checks the form of a translate request.
 *
 * @param body what the JSON or form parser made of the request body
 * @param limits see {@link RequestLimits}
 * @throws AppError `invalid_parameter`, naming the parameter
 */
export const parseTranslateBody = (body: unknown, limits: RequestLimits = {}): TranslateBody => {
  const request = parse(TRANSLATE_BODY, body, '/v2/translate');
  checkCount(request.text, limits);
  return request;
};

/** Limits of a request that depend on the settings of the server, beside the size of its body. */
export interface RequestLimits {
  /** Most texts in one request; if unset, any number. */
  readonly maxTexts?: number | undefined;
}

/** @throws AppError `invalid_parameter` for too many texts */
export const checkCount = (texts: readonly string[], { maxTexts }: RequestLimits): void => {
  if (maxTexts !== undefined && texts.length > maxTexts) {
    throw invalidParameter('text', `At most ${maxTexts} texts fit in one request.`);
  }
};
