import type { ErrorCode } from '@dragoman/contract';
import type { Permission } from '../../accounts/records/key-record.js';
import type { SchemaName } from '../schemas/schemas.js';

/** A parameter in the query. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Allowed values; left out, any text of `form` is. */
  readonly values?: readonly string[];
  /** What the text looks like, such as `date`. */
  readonly format?: string;
  readonly example: string;
}

/** What a request can be answered with when it succeeds. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** Schema of a JSON answer. */
  readonly schema?: SchemaName;
  /** The answer is a list of what `schema` describes. */
  readonly isList?: boolean;
  /** The answer to the operation's own example. */
  readonly example?: unknown;
}

/** One operation of the API: a row of the table that the reference is made from. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  /** Name in generated clients; unique. */
  readonly id: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description?: string;
  /** One of these the key must have; left out, no key is needed. */
  readonly permissions?: readonly Permission[];
  readonly query?: readonly QueryParameter[];
  readonly body?: {
    readonly schema: SchemaName;
    /** A form is taken as well. */
    readonly takesForm?: boolean;
    readonly isRequired: boolean;
    readonly example: Readonly<Record<string, unknown>>;
  };
  readonly answers: readonly Answer[];
  /** Codes beside those that every operation of its kind has. */
  readonly errors?: readonly ErrorCode[];
}

/** Parts of the API, in the order of the reference. */
export const TAGS = {
  Translation: 'Texts in, translations out.',
  Languages: 'What can be translated now.',
  Glossaries: 'Empty until this server has glossaries.',
  Usage: 'What was translated, and how much more may be.',
  Administration: 'Keys and everybody’s usage; for keys with the permission `admin`.',
  Service: 'Probes, metrics and this reference.',
} as const;

export type TagName = keyof typeof TAGS;
