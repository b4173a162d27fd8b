import { ERRORS, type ErrorCode } from '@dragoman/contract';
import type { Operation, PathParameter, QueryParameter } from './operations/operation.js';
import { formSchema } from './schemas/form-schema.js';
import { type JsonSchema, type SchemaName, schemaRef } from './schemas/schemas.js';

/** A media type in an OpenAPI document. */
export interface MediaTypeObject {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: string;
}

/** An operation in an OpenAPI document. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaTypeObject>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
export const UPLOAD_TYPE = 'multipart/form-data';

const WITH_KEY: readonly ErrorCode[] = ['unauthorized', 'too_many_requests', 'unavailable'];
const WITH_BODY: readonly ErrorCode[] = [
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
];
/** A row of the table of operations in the form of OpenAPI. */
export const describeOperation = (
  operation: Operation,
  schemas: Readonly<Record<SchemaName, JsonSchema>>,
): OperationObject => {
  const { id, tag, summary, body, fileBody, permissions } = operation;
  const parameters = [
    ...(operation.pathParameters ?? []).map(describePathParameter),
    ...(operation.query ?? []).map(describeParameter),
  ];
  const description = [operation.description, permissionNote(operation)].filter(Boolean).join(' ');
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== '' && { description }),
    security: permissions ? [{ key: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: body.isRequired, content: describeBody(body, schemas) },
    }),
    ...(fileBody && {
      requestBody: {
        required: true,
        content: {
          [fileBody.mediaType]: { schema: { type: 'string' }, example: fileBody.example },
        },
      },
    }),
    responses: { ...describeAnswers(operation), ...describeErrors(operation) },
  };
};

const describeBody = (
  { schema, example, takesForm, isUpload }: NonNullable<Operation['body']>,
  schemas: Readonly<Record<SchemaName, JsonSchema>>,
): Readonly<Record<string, MediaTypeObject>> => {
  const describeForm = () => ({ schema: formSchema(schemas[schema] ?? {}), example });
  if (isUpload) return { [UPLOAD_TYPE]: describeForm() };
  return {
    [JSON_TYPE]: { schema: schemaRef(schema), example },
    ...(takesForm && { [FORM_TYPE]: describeForm() }),
  };
};

const permissionNote = ({ permissions }: Operation): string => {
  if (!permissions) return 'Needs no key.';
  return `Needs a key with the permission ${permissions.map((name) => `\`${name}\``).join(' or ')}.`;
};

const describeParameter = (parameter: QueryParameter): ParameterObject => ({
  name: parameter.name,
  in: 'query',
  description: parameter.description,
  required: parameter.isRequired,
  schema: {
    type: 'string',
    ...(parameter.values && { enum: parameter.values }),
    ...(parameter.format && { format: parameter.format }),
  },
  example: parameter.example,
});

const describePathParameter = ({ name, description, example }: PathParameter): ParameterObject => ({
  name,
  in: 'path',
  description,
  required: true,
  schema: { type: 'string' },
  example,
});

const TRACE_HEADER = { 'X-Trace-ID': { $ref: '#/components/headers/TraceId' } };
const KEY_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};
const RETRY_HEADER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const headersOf = ({ permissions }: Operation) => ({
  ...TRACE_HEADER,
  ...(permissions && KEY_HEADERS),
});

const describeAnswers = (operation: Operation): Record<string, ResponseObject> =>
  Object.fromEntries(
    operation.answers.map((answer) => {
      const { status, description, mediaType = JSON_TYPE, schema, isList, example } = answer;
      const ref = schema && schemaRef(schema);
      const media = {
        ...(ref && { schema: isList ? { type: 'array', items: ref } : ref }),
        ...(example !== undefined && { example }),
      };
      const content = status === 204 ? {} : { [mediaType]: media };
      return [status, { description, headers: headersOf(operation), content }];
    }),
  );

/** The error codes of an operation, by its kind. */
const errorCodes = ({ permissions, body, errors = [] }: Operation): readonly ErrorCode[] => [
  ...errors,
  ...(permissions ? WITH_KEY : []),
  ...(body ? WITH_BODY : []),
  'internal',
];

/** The errors by status, from the table: status, codes, messages. */
const describeErrors = (operation: Operation): Record<string, ResponseObject> => {
  const codes = errorCodes(operation);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const rows = codes.filter((code) => ERRORS[code].status === status);
      const canWait = rows.some((code) => ERRORS[code].retryable);
      const response: ResponseObject = {
        description: rows.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
        headers: { ...headersOf(operation), ...(canWait && RETRY_HEADER) },
        content: {
          [JSON_TYPE]: {
            schema: {
              allOf: [schemaRef('Error'), { properties: { code: { enum: rows } } }],
            },
          },
        },
      };
      return [status, response];
    }),
  );
};
