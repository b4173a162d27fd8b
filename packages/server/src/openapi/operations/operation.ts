import type { ErrorCode } from '@dragoman/contract';
import type { Permission } from '../../accounts/records/key-record.js';
import { type Parameter, parametersOf, type Route, type TagName } from '../../http/define-route.js';
import { nameOfSchema, type SchemaName } from '../schemas/schemas.js';

/** A parameter in the query. */
export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Allowed values; if undefined, any text of the given `form`. */
  readonly values?: readonly string[];
  /** What the text looks like, such as `date`. */
  readonly format?: string;
  readonly example: string;
}

/** A part of the path, written `{name}` there. */
export interface PathParameter {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

/** A successful response; one with status 204 has no body. */
export interface Answer {
  readonly status: number;
  readonly description: string;
  /** Media type of an answer that is not JSON. */
  readonly mediaType?: string;
  /** Schema of a JSON answer. */
  readonly schema?: SchemaName;
  /** The response is a list of what `schema` describes. */
  readonly isList?: boolean;
  /** The response to the operation's own example. */
  readonly example?: unknown;
}

/** One operation of the API: a row of the table from which the reference is generated. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  /** Name in generated clients; unique. */
  readonly id: string;
  readonly tag: TagName;
  readonly summary: string;
  readonly description?: string;
  /** The key must have one of these; if undefined, no key is needed. */
  readonly permissions?: readonly Permission[];
  readonly pathParameters?: readonly PathParameter[];
  readonly query?: readonly QueryParameter[];
  readonly body?: {
    readonly schema: SchemaName;
    /** A form is accepted as well. */
    readonly takesForm?: boolean;
    /** A form with a file in it is taken, and nothing else. */
    readonly isUpload?: boolean;
    readonly isRequired: boolean;
    readonly example: Readonly<Record<string, unknown>>;
  };
  /** A file that is the whole body. */
  readonly fileBody?: { readonly mediaType: string; readonly example: string };
  readonly answers: readonly Answer[];
  /** Error codes in addition to those of every operation of its kind. */
  readonly errors?: readonly ErrorCode[];
}

/** A route in the form of a row. */
export const operationOf = (route: Route): Operation => {
  const { url, method, id, tag, summary, description, permissions, errors } = route;
  const { body, upload, file } = route;
  const parameters = parametersOf(route);
  const toRow = ({ name, description, required, schema, example }: Parameter) => ({
    name,
    description,
    example,
    isRequired: required,
    ...schema,
    ...(Array.isArray(schema.enum) && { values: schema.enum }),
  });
  return {
    method,
    path: url.replace(/:(\w+)/g, '{$1}'),
    id,
    tag,
    summary,
    ...(description !== undefined && { description }),
    ...(permissions && { permissions }),
    pathParameters: parameters.filter((one) => one.in === 'path').map(toRow),
    query: parameters.filter((one) => one.in === 'query').map(toRow),
    ...(body && {
      body: {
        schema: nameOfSchema(body.schema),
        isRequired: !body.isOptional,
        takesForm: body.takesForm === true,
        example: body.example,
      },
    }),
    ...(upload && {
      body: {
        schema: nameOfSchema(upload.schema),
        isRequired: true,
        isUpload: true,
        example: upload.example,
      },
    }),
    ...(file && { fileBody: file }),
    answers: route.answers.map(({ schema, ...answer }) => ({
      ...answer,
      ...(schema && { schema: nameOfSchema(schema) }),
    })),
    ...(errors && { errors }),
  };
};
