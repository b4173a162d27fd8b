import * as z from 'zod';
import { AppError, invalidParameter } from './errors.js';
import type { Language } from './language-table.js';
import { findTarget, type LanguageTag, type ResolvedTarget, toTag } from './languages.js';
import {
  nameSchemas,
  optional,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
  texts,
  word,
} from './parameters.js';
import { unknownLanguage } from './suggest-language.js';
import { checkCount, type RequestLimits } from './translate.js';

export const WRITING_STYLES = ['simple', 'business', 'academic', 'casual'] as const;
export const WRITING_TONES = ['enthusiastic', 'friendly', 'confident', 'diplomatic'] as const;

export type WritingStyle = (typeof WRITING_STYLES)[number];
export type WritingTone = (typeof WRITING_TONES)[number];

/** Most bytes of a body whose texts are to be rewritten. */
export const MAX_REWRITE_BODY_BYTES = 10 * 1024;

const preferred = <Name extends string>(name: Name): `prefer_${Name}` => `prefer_${name}`;

/** The body of `POST /v2/write/correct`. Unknown keys are accepted. */
export const CORRECT_BODY = z.object({
  text: texts('The texts to improve, each separately. In a form, `text` is repeated.'),
  target_lang: optional(
    z.string(),
    'Language of the texts, or the variant of it to write: `de`, `en-GB`. If omitted, it is detected for each text. Texts are not translated.',
  ),
});

/** The body of `POST /v2/write/rephrase`. */
export const REPHRASE_BODY = CORRECT_BODY.extend({
  writing_style: optional(
    word(['default', ...WRITING_STYLES, ...WRITING_STYLES.map(preferred)]),
    'The style to write in. Those with `prefer_` are ignored for languages without styles, the others refused. Not together with `tone`.',
  ),
  tone: optional(
    word(['default', ...WRITING_TONES, ...WRITING_TONES.map(preferred)]),
    'The tone to write in. Those with `prefer_` are ignored for languages without tones, the others refused. Not together with `writing_style`.',
  ),
});

const code = (description: string) =>
  z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$/)
    .meta({ description });

/** The response, to corrections as well. */
export const IMPROVEMENTS = z.object({
  improvements: z
    .array(
      z.object({
        text: z.string().meta({ description: 'The improved text.' }),
        detected_source_language: code('Language of the text: `en`.'),
        target_language: code('Language or variant that was written: `en-US`.'),
      }),
    )
    .meta({ description: 'One entry for each text, in the same order.' }),
});

nameSchemas(REQUEST_SCHEMAS, {
  RephraseRequest: REPHRASE_BODY,
  CorrectRequest: CORRECT_BODY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  Improvements: IMPROVEMENTS,
});

export type ImprovementsResponse = z.output<typeof IMPROVEMENTS>;

/** A style or a tone that was asked for. */
export interface StyleOrTone {
  readonly style?: WritingStyle;
  readonly tone?: WritingTone;
  /** Whether a language without styles and tones is refused. */
  readonly isStrict: boolean;
}

/** A checked request to rewrite texts. */
export interface RewriteRequest {
  /** `correct` repairs mistakes and changes nothing else. */
  readonly kind: 'rephrase' | 'correct';
  readonly text: readonly string[];
  /** Undefined where the language of each text is to be detected. */
  readonly target: ResolvedTarget | undefined;
  readonly manner: StyleOrTone | undefined;
}

/** Languages and variants that texts can be rewritten in. */
const WRITABLE: ReadonlySet<LanguageTag> = new Set(
  'de en en-GB en-US es fr it ja ko pt pt-BR pt-PT zh zh-Hans'.split(' '),
);
/** Base languages of these that have neither styles nor tones. */
const WITHOUT_MANNERS: ReadonlySet<LanguageTag> = new Set(['ja', 'ko', 'zh']);

/** Whether texts can be rewritten in a language or variant, as far as the contract goes. */
export const isWritable = (tag: LanguageTag): boolean => WRITABLE.has(tag);

/** Whether a base language has styles and tones. */
export const supportsStyleAndTone = (base: LanguageTag): boolean =>
  WRITABLE.has(base) && !WITHOUT_MANNERS.has(base);

/** @throws AppError `invalid_parameter` */
export const rephraseRequest = (
  sent: z.output<typeof REPHRASE_BODY>,
  limits: RequestLimits,
): RewriteRequest => {
  checkCount(sent.text, limits);
  const manner = mannerOf(sent);
  if (manner?.style && manner.tone) {
    throw new AppError('invalid_parameter', {
      parameter: 'tone',
      message:
        'Bad request. Reason: Both writing_style and tone defined. Currently only style OR tone can be chosen for a single request.',
    });
  }
  const request = { kind: 'rephrase', text: sent.text, target: targetOf(sent), manner } as const;
  if (request.target) styleOrToneFor(request, request.target.base);
  return request;
};

/** @throws AppError `invalid_parameter` */
export const correctRequest = (
  sent: z.output<typeof CORRECT_BODY>,
  limits: RequestLimits,
): RewriteRequest => {
  checkCount(sent.text, limits);
  return { kind: 'correct', text: sent.text, target: targetOf(sent), manner: undefined };
};

/**
 * The style and tone to write a language in.
 *
 * @throws AppError `invalid_parameter` for a language without them, unless they were only preferred
 */
export const styleOrToneFor = (
  { manner }: Pick<RewriteRequest, 'manner'>,
  { code }: Language,
): Pick<StyleOrTone, 'style' | 'tone'> => {
  if (!manner) return {};
  const { isStrict, ...wanted } = manner;
  const tag = toTag(code);
  if (supportsStyleAndTone(tag)) return wanted;
  if (!isStrict) return {};
  const [parameter, what] = manner.tone ? ['tone', 'tone'] : ['writing_style', 'writing style'];
  throw new AppError('invalid_parameter', {
    parameter,
    message: `Language ${tag} does not support setting a ${what}`,
  });
};

const targetOf = ({ target_lang: code }: z.output<typeof CORRECT_BODY>) => {
  if (code === undefined) return undefined;
  const target = findTarget(code);
  if (!target) throw unknownLanguage('target_lang', code);
  const { base, variant } = target;
  if (!isWritable(toTag((variant ?? base).code))) {
    throw invalidParameter('target_lang', `Allowed: ${[...WRITABLE].join(', ')}.`);
  }
  return target;
};

const mannerOf = (sent: z.output<typeof REPHRASE_BODY>): StyleOrTone | undefined => {
  const style = WRITING_STYLES.find((one) => sent.writing_style?.replace('prefer_', '') === one);
  const tone = WRITING_TONES.find((one) => sent.tone?.replace('prefer_', '') === one);
  if (!style && !tone) return undefined;
  const isStrict =
    !(sent.writing_style ?? '').startsWith('prefer_') && !(sent.tone ?? '').startsWith('prefer_');
  return { ...(style && { style }), ...(tone && { tone }), isStrict };
};
