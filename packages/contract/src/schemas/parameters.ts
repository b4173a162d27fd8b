import { z } from 'zod';

/** Booleans of the API: JSON `true`/`false`, form `1`/`0`. A form's `true` is refused. */
export const flag = z
  .union([z.boolean(), z.literal(['0', '1', 0, 1])])
  .transform((value) => value === true || value === '1' || value === 1);

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

/** A parameter that is `null`, or empty where that cannot be meant, counts as not sent. */
export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  z
    .preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
    .meta({ description });
