import { GIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';

/** One setting. Its name in a configuration file is its key in the table. */
export interface Setting<Value> {
  /** Also gives the flag: `DRAGOMAN_DATA_DIR` is `--data-dir`. */
  readonly environmentName: `DRAGOMAN_${string}`;
  readonly description: string;
  readonly type: SettingType<Value>;
  /** Undefined: the setting is optional. */
  readonly defaultValue: Value | undefined;
  /** Never printed; may also be read from a file named by `…_FILE`. */
  readonly isSecret?: boolean;
  /** Relative paths start at the configuration file's folder or else at the working directory. */
  readonly isPath?: boolean;
}

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
export const formatByteLimit = (bytes: number): string => {
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
  expects: `a size from ${formatByteLimit(minimum)} to ${formatByteLimit(maximum)}, in bytes or with KiB, MiB or GiB`,
  show: formatByteLimit,
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

export const milliseconds = (minimum: number, maximum: number): SettingType<number> =>
  wholeNumber('ms', { minimum, maximum });

export const count = (minimum: number, maximum: number): SettingType<number> =>
  wholeNumber('count', { minimum, maximum });

export const webAddress = (): SettingType<string> =>
  text(
    'url',
    /^https?:\/\/[A-Za-z0-9[\].:-]{1,260}(\/[A-Za-z0-9._~/-]{0,1000})?$/,
    'an address that begins with http:// or https://, without a key or a query',
  );

export const baseAddress = (): SettingType<string> =>
  text(
    'address',
    /^(:?\d{1,5}|(https?:\/\/)?([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?(\/[A-Za-z0-9._~/-]{0,1000})?)$/,
    'an address such as https://api.example.com, a host name or a port',
  );

/** One member of the objects of a list. */
export interface Member<Value> {
  readonly description: string;
  readonly type: SettingType<Value>;
  /** Undefined: the member must be given, unless it is optional. */
  readonly defaultValue?: Value;
  readonly isOptional?: true;
}

type Members = Readonly<Record<string, Member<unknown>>>;

type ValueOf<Row> = Row extends { type: SettingType<infer Value> }
  ? Row extends { isOptional: true }
    ? Value | undefined
    : Value
  : never;

/** An object whose members a table describes; each has a name of its own. */
type ObjectOf<Table extends Members> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

const fromJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

const schemaOf = ({ type: { schema }, defaultValue, isOptional }: Member<unknown>): z.ZodType => {
  if (isOptional) return schema.optional();
  return defaultValue === undefined ? schema : schema.default(defaultValue);
};

/**
 * A list of objects: a JSON array in a file, and its text in a variable or flag.
 *
 * @param check says what is wrong with an object whose members are right one by one
 */
export const objectListOf = <const Table extends Members>(
  members: Table,
  {
    maximumItems,
    expects,
    check,
  }: {
    readonly maximumItems: number;
    readonly expects: string;
    readonly check: (item: ObjectOf<Table>) => string | undefined;
  },
): SettingType<readonly ObjectOf<Table>[]> => {
  const shape = Object.entries(members).map(([name, member]) => [name, schemaOf(member)] as const);
  const item = z.strictObject(Object.fromEntries(shape)).superRefine((value, context) => {
    const message = check(value as ObjectOf<Table>);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
  const list = z
    .array(item)
    .min(1)
    .max(maximumItems)
    .refine((items) => new Set(items.map(({ name }) => name)).size === items.length, {
      message: 'the objects must have different names',
    })
    // The members were checked by the schemas of their rows.
    .transform((items) => items as unknown as readonly ObjectOf<Table>[]);
  return {
    schema: z.preprocess(fromJson, list) as z.ZodType<readonly ObjectOf<Table>[]>,
    placeholder: '<json>',
    expects,
    show: (value) => JSON.stringify(value),
    explain: ({ issues: [issue] }) => issue && explainIssue(issue, members, expects),
  };
};

const explainIssue = (issue: z.core.$ZodIssue, members: Members, expects: string): string => {
  const [index, name] = issue.path;
  if (index === undefined)
    return issue.code === 'custom' ? issue.message : `the value must be ${expects}`;
  const where = `[${String(index)}]`;
  if (issue.code === 'unrecognized_keys') return `${where} has an unknown member: ${issue.keys[0]}`;
  if (issue.code === 'custom' && name === undefined) return `${where} ${issue.message}`;
  const member = members[String(name)];
  return member
    ? `${where}.${String(name)} must be ${member.type.expects}`
    : `${where} must be an object`;
};

type SettingValue<Row> = Row extends { type: SettingType<infer Value>; defaultValue: infer Default }
  ? Default extends undefined
    ? Value | undefined
    : Value
  : never;

/** The values of a table of settings. */
export type ConfigurationOf<Table> = { readonly [Key in keyof Table]: SettingValue<Table[Key]> };
