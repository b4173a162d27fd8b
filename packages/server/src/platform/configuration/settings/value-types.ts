import { GIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';

/** How the value of a setting is read from text or JSON, bounded, and shown again. */
export interface SettingType<Value> {
  /** Accepts the string of a flag or variable as well as the JSON value. */
  readonly schema: z.ZodType<Value>;
  /** Stands for the value in the help text: `<bytes>`. */
  readonly placeholder: string;
  /** Completes the sentence "The value must be …". */
  readonly expects: string;
  /** A value in the form a person would write it. */
  show(value: Value): string;
  /** What is wrong with a value that has parts; otherwise `expects` says enough. */
  explain?(error: z.ZodError): string | undefined;
}

export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

const unitSizes = new Map([
  ['', 1],
  ['kib', 1024],
  ['mib', MEBIBYTE],
  ['gib', GIBIBYTE],
]);

/** Strings that are not entirely a number become NaN, which every range check refuses. */
const digitsToNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
};

const sizeToNumber = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const [, digits, unit = ''] = /^(\d{1,15}) ?([KMG]iB)?$/i.exec(value) ?? [];
  return digits === undefined
    ? Number.NaN
    : Number(digits) * (unitSizes.get(unit.toLowerCase()) ?? Number.NaN);
};

/** A whole number; `unit` is what it counts, for the help text only. */
export const wholeNumber = (unit: string, { minimum, maximum }: Bounds): SettingType<number> => ({
  schema: z.preprocess(digitsToNumber, z.int().min(minimum).max(maximum)),
  placeholder: `<${unit}>`,
  expects: `a whole number from ${minimum} to ${maximum}`,
  show: String,
});

/** Bytes, as shown: the largest unit that divides them. */
export const showBytes = (bytes: number): string => {
  if (bytes === 0) return '0';
  const unit = (['GiB', 'MiB', 'KiB'] as const).find(
    (name) => bytes % (unitSizes.get(name.toLowerCase()) ?? 1) === 0,
  );
  return unit ? `${bytes / (unitSizes.get(unit.toLowerCase()) ?? 1)}${unit}` : String(bytes);
};

/** A number of bytes, plain or with `KiB`, `MiB` or `GiB` (in any case). */
export const byteCount = ({ minimum, maximum }: Bounds): SettingType<number> => ({
  schema: z.preprocess(sizeToNumber, z.int().min(minimum).max(maximum)),
  placeholder: '<bytes>',
  expects: `a size from ${showBytes(minimum)} to ${showBytes(maximum)}, in bytes or with KiB, MiB or GiB`,
  show: showBytes,
});

/** Text of a given form. `expects` describes the form. */
export const text = (placeholder: string, form: RegExp, expects: string): SettingType<string> => ({
  schema: z.string().regex(form),
  placeholder: `<${placeholder}>`,
  expects,
  show: (value) => value,
});

/** The path of a folder; relative ones are made absolute by the loader. */
export const folderPath = (): SettingType<string> =>
  text('folder', /^[^\0]{1,4096}$/, 'the path of a folder');

/** One of a few words. */
export const oneOf = <const Word extends string>(words: readonly Word[]): SettingType<Word> => ({
  schema: z.enum(words),
  placeholder: `<${words.length > 3 ? 'word' : words.join('|')}>`,
  expects: `one of ${words.join(', ')}`,
  show: (value) => value,
});

const splitAtCommas = (value: unknown): unknown =>
  typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;

/** Items separated by commas, or a JSON array; at least one, without duplicates. */
export const listOf = <Item extends string>(
  item: z.ZodType<Item>,
  { maximumItems, expects }: { readonly maximumItems: number; readonly expects: string },
): SettingType<readonly Item[]> => ({
  schema: z.preprocess(
    splitAtCommas,
    z
      .array(item)
      .min(1)
      .max(maximumItems)
      .refine((items) => new Set(items).size === items.length),
  ),
  placeholder: '<list>',
  expects: `1 to ${maximumItems} of ${expects}, separated by commas, without duplicates`,
  show: (items) => items.join(','),
});
