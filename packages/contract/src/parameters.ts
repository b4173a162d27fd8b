import * as z from 'zod';
import { baseOf, findLanguage, hasVariant, type LanguageTag, toTag } from './languages.js';
import { unknownLanguageReason } from './suggest-language.js';

/**
 * What is wrong with a parameter: zod's code of the problem; `missing` for one that was not sent,
 * `needed` for one that another parameter needs; or a kind that only a schema of the contract knows ({@link problem}).
 */
export type Problem = z.core.$ZodIssue['code'] | 'missing' | 'language' | 'needed';

/**
 * A problem that only a schema of the contract knows, for `ctx.addIssue`.
 *
 * @param reason is only called for the problem that is reported
 */
export const problem = (kind: Problem, reason: () => string, ...path: readonly string[]) => ({
  code: 'custom' as const,
  message: '',
  params: { kind, reason },
  path: [...path],
});

type NamedSchemas = z.core.$ZodRegistry<{ id: string }>;

/** The schemas of bodies by their names in the API reference. */
export const REQUEST_SCHEMAS: NamedSchemas = z.registry<{ id: string }>();
/** The schemas of responses by their names in the API reference. */
export const RESPONSE_SCHEMAS: NamedSchemas = z.registry<{ id: string }>();

/** Names schemas for the API reference. */
export const nameSchemas = (
  registry: NamedSchemas,
  schemas: Readonly<Record<string, z.ZodType>>,
): void => {
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
};

/** A schema with its sentence in the API reference, and perhaps an example. */
export const described = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example?: string,
) => schema.meta({ description, ...(example !== undefined && { example }) });

/** A count in a response. */
export const count = (description: string) => described(z.int().min(0), description);

/** A time in a response, in ISO 8601. */
export const time = (description: string) => described(z.iso.datetime(), description);

/** The code of a language in a response: `EN`, `PT-BR`. */
export const wireCode = (description: string) =>
  described(z.string().regex(/^[A-Z]{2,3}(-[A-Z0-9]{2,4})?$/), description);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether an id is a UUID, in upper or lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A UUID in a path, in upper or lower case. */
export const uuid = (description: string, example: string) =>
  described(
    z
      .string()
      .regex(UUID, 'It must be a UUID.')
      .transform((id) => id.toLowerCase()),
    description,
    example,
  );

/** A number in a query. */
export const wholeNumber = (
  min: number,
  max: number,
  defaultValue: number,
  { reason = '' }: { readonly reason?: string } = {},
) =>
  z
    .string()
    .default(`${defaultValue}`)
    .refine((text) => /^\d{1,9}$/.test(text) && +text >= min && +text <= max, reason)
    .transform(Number);

/** A flag in a query. */
export const queryFlag = z
  .preprocess(
    (value) => (value === '1' ? 'true' : value === '0' ? 'false' : value),
    z.enum(['true', 'false']).default('false'),
  )
  .transform((value) => value === 'true');

/** A member that is `null` counts as not sent. */
export const unlessNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? undefined, schema);

/** A list of objects. One that is too long is refused before its members are read. */
export const objects = <Item extends z.ZodType>(item: Item, most: number, tooMany: string) =>
  z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= most) return value;
    context.addIssue(problem('too_big', () => tooMany));
    return z.NEVER;
  }, z.array(item, 'It must be a list of objects.').max(most));

/** A member of {@link objects}. */
export const listed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape, 'It must be a list of objects.');

/** One line that people wrote, without white space around it. */
export const line = () => z.string().trim().min(1, 'It is empty.').refine(isLine, NO_LINE);

/** What is wrong with a text that is none. */
export const NO_LINE = 'It has a control character or is not valid Unicode.';

/**
 * Control characters and line separators, as the inside of a character class: they break lines, tables
 * and terminals, and PostgreSQL cannot store the first of them.
 */
export const CONTROL_CHARACTERS = '\\p{Cc}\\p{Zl}\\p{Zp}';

const CONTROL = new RegExp(`[${CONTROL_CHARACTERS}]`, 'u');

/** Whether a text has one of {@link CONTROL_CHARACTERS}. */
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Whether half of a surrogate pair stands alone, which UTF-8 cannot express. */
export const hasLoneSurrogate = (text: string): boolean =>
  /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

/** Whether a text is one line of valid Unicode. */
export const isLine = (text: string): boolean =>
  !hasControlCharacter(text) && !hasLoneSurrogate(text);

/** A {@link line} of at most some Unicode code points. */
export const shortLine = (mostCharacters: number) =>
  line().superRefine((text, context) => {
    if (text.length <= mostCharacters || [...text].length <= mostCharacters) return;
    context.addIssue(problem('too_big', () => `At most ${mostCharacters} characters.`));
  });

/** A {@link line} of at most some bytes of UTF-8. */
export const shortName = (mostBytes: number) =>
  line().superRefine((text, context) => {
    if (new TextEncoder().encode(text).length <= mostBytes) return;
    context.addIssue(problem('too_big', () => `At most ${mostBytes} bytes of UTF-8.`));
  });

/**
 * The wire code of a base language in any case, read as its tag.
 *
 * @param user what is only for base languages: `A glossary`
 */
export const baseLanguage = (user: string) =>
  z.string().transform((code, context): LanguageTag => {
    const language = findLanguage(code);
    if (language) return toTag(language.code);
    context.addIssue(
      problem('language', () => {
        const base = hasVariant(code) ? findLanguage(baseOf(code)) : undefined;
        if (base) return `${user} is for base languages: send ${base.code}.`;
        return unknownLanguageReason(code, { isTarget: false });
      }),
    );
    return z.NEVER;
  });

/** Booleans of the API: JSON `true`/`false`, form `1`/`0`. A form's `true` is refused. */
export const flag = z
  .union([z.boolean(), z.literal(['0', '1', 0, 1])])
  .transform((value) => value === true || value === '1' || value === 1);

/**
 * A whole number as JSON or as the digits of a form. Nothing else is one, although JavaScript would
 * read `false`, an empty list and a space as 0.
 */
export const integer = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );

/** Tag names as a JSON list or as one comma-joined string. */
export const tagNames = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value.split(',') : value))
  .transform((names) => names.map((name) => name.trim()).filter((name) => name !== ''));

/** One of these words, ignoring case. */
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(words));

/** A list; a single text is a list of one. */
export const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item));

/** Stands for the most texts of one request, which is a setting of the server. */
export const MOST_TEXTS = 'maxTexts';

/** The texts of a request: at least one, and as many as the server's setting allows. */
export const texts = (description: string) =>
  oneOrMore(z.string())
    .superRefine((sent, context) => {
      if (sent.length === 0) context.addIssue(problem('missing', () => ''));
    })
    .meta({ description, minItems: 1, maxItems: MOST_TEXTS });

/** A parameter that is `null`, or empty where that cannot be meant, counts as not sent. */
export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  z
    .preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
    .meta({ description });
