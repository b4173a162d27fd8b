import * as z from 'zod';
import type { SettingType } from './value-types.js';

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
