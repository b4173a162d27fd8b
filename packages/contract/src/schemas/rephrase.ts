import { z } from 'zod';
import {
  ANSWER_SCHEMAS,
  nameSchemas,
  oneOrMore,
  optional,
  REQUEST_SCHEMAS,
  word,
} from '../parameters.js';

export const WRITING_STYLES = ['simple', 'business', 'academic', 'casual'] as const;
export const WRITING_TONES = ['enthusiastic', 'friendly', 'confident', 'diplomatic'] as const;

export type WritingStyle = (typeof WRITING_STYLES)[number];
export type WritingTone = (typeof WRITING_TONES)[number];

/** Most bytes of a body whose texts are to be improved. */
export const MAX_REPHRASE_BODY_BYTES = 10 * 1024;

const wish = <Name extends string>(name: Name): `prefer_${Name}` => `prefer_${name}`;

/** The body of `POST /v2/write/correct`. Unknown keys are accepted. */
export const CORRECT_BODY = z.object({
  text: oneOrMore(z.string()).meta({
    description: 'The texts to improve, each separately. In a form, `text` is repeated.',
  }),
  target_lang: optional(
    z.string(),
    'Language of the texts, or the variant of it to write: `de`, `en-GB`. If omitted, it is detected for each text. Texts are not translated.',
  ),
});

/** The body of `POST /v2/write/rephrase`. */
export const REPHRASE_BODY = CORRECT_BODY.extend({
  writing_style: optional(
    word(['default', ...WRITING_STYLES, ...WRITING_STYLES.map(wish)]),
    'The style to write in. Those with `prefer_` are ignored for languages without styles, the others refused. Not together with `tone`.',
  ),
  tone: optional(
    word(['default', ...WRITING_TONES, ...WRITING_TONES.map(wish)]),
    'The tone to write in. Those with `prefer_` are ignored for languages without tones, the others refused. Not together with `writing_style`.',
  ),
});

const code = (description: string) =>
  z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?$/)
    .meta({ description });

/** The answer, to corrections as well. */
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
nameSchemas(ANSWER_SCHEMAS, {
  Improvements: IMPROVEMENTS,
});
