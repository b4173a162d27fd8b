import {
  ERROR_BODY,
  ERRORS,
  type ErrorCode,
  MOST_TEXTS,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
} from '@dragoman/contract';
import * as z from 'zod';
import type { PlatformConfiguration } from './configuration/service-settings.js';
import { formatByteLimit } from './configuration/setting-types.js';
import { VERSION } from './configuration/version.js';
import { type Parameter, parametersOf, type Route, tagsOf } from './http/define-route.js';

/** JSON Schema as used in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The settings shown in the reference. */
interface DocumentSettings extends Pick<PlatformConfiguration, 'maxTexts' | 'maxBodyBytes'> {
  /** The words before the key in the Authorization header. */
  readonly authSchemes: readonly string[];
}

/**
 * An OpenAPI 3.1 document, as far as this service uses the format
 * (https://spec.openapis.org/oas/v3.1.0).
 */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** A media type in an OpenAPI document. */
interface MediaTypeObject {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

/** An operation in an OpenAPI document. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaTypeObject>>;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

const HEADERS = {
  TraceId: {
    description: 'Identifies the request in the log.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  RateLimitLimit: {
    description: 'Requests that the key may make per minute; absent if it has no such limit.',
    schema: { type: 'integer' },
  },
  RateLimitRemaining: {
    description: 'Requests that are left now.',
    schema: { type: 'integer' },
  },
  RateLimitReset: {
    description:
      'Seconds until the full limit is available again; after a 429, until the next request is allowed.',
    schema: { type: 'integer' },
  },
  RetryAfter: {
    description: 'Seconds after which a retry makes sense.',
    schema: { type: 'integer', minimum: 0 },
  },
};

/** The description of the whole API, for a server at `/` with these settings. */
export const openApiDocument = (
  settings: DocumentSettings,
  routes: readonly Route[],
): OpenApiDocument => {
  const schemas = componentSchemas(settings);
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const route of routes) {
    const path = openApiPathOf(route);
    paths[path] = { ...paths[path], [route.method]: describeRoute(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dragoman',
      version: VERSION,
      description: `Text translation on your own machine. A request takes up to ${settings.maxTexts === undefined ? '' : `${settings.maxTexts} texts and `}${formatByteLimit(settings.maxBodyBytes)}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(routes),
    paths,
    components: { schemas, headers: HEADERS, securitySchemes: { key: keyScheme(settings) } },
  };
};

/** OpenAPI only supports custom authorization schemes as a plain header. */
const keyScheme = ({ authSchemes }: DocumentSettings) => ({
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: `${authSchemes.map((scheme) => `\`${scheme} <API key>\``).join(' or ')}`,
});

/** The address of a route in the form of OpenAPI: `/v3/style_rules/{style_id}`. */
export const openApiPathOf = ({ url }: Route): string => url.replace(/:(\w+)/g, '{$1}');

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
export const UPLOAD_TYPE = 'multipart/form-data';

const WITH_KEY: readonly ErrorCode[] = ['unauthorized', 'too_many_requests', 'unavailable'];
const WITH_BODY: readonly ErrorCode[] = [
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
];

const describeRoute = (
  route: Route,
  schemas: Readonly<Record<string, JsonSchema>>,
): OperationObject => {
  const { id, tag, summary, permissions } = route;
  const parameters = parametersOf(route);
  const description = [route.description, permissionNote(route)].filter(Boolean).join(' ');
  const requestBody = describeBody(route, schemas);
  return {
    operationId: id,
    tags: [tag.name],
    summary,
    ...(description !== '' && { description }),
    security: permissions ? [{ key: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...describeResponses(route), ...describeErrors(route) },
  };
};

const describeBody = (
  { body, upload, file }: Route,
  schemas: Readonly<Record<string, JsonSchema>>,
): OperationObject['requestBody'] => {
  const asForm = (schema: z.ZodType, example: unknown) => ({
    schema: formSchema(schemas[nameOf(schema)] ?? {}),
    example,
  });
  if (file) {
    const { mediaType, example } = file;
    return { required: true, content: { [mediaType]: { schema: { type: 'string' }, example } } };
  }
  if (upload) {
    return { required: true, content: { [UPLOAD_TYPE]: asForm(upload.schema, upload.example) } };
  }
  if (!body) return undefined;
  const { schema, example, takesForm } = body;
  return {
    required: !body.isOptional,
    content: {
      [JSON_TYPE]: { schema: schemaRef(schema), example },
      ...(takesForm && { [FORM_TYPE]: asForm(schema, example) }),
    },
  };
};

const permissionNote = ({ permissions }: Route): string => {
  if (!permissions) return 'Needs no key.';
  return `Needs a key with the permission ${permissions.map((name) => `\`${name}\``).join(' or ')}.`;
};

const TRACE_HEADER = { 'X-Trace-ID': { $ref: '#/components/headers/TraceId' } };
const KEY_HEADERS = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};
const RETRY_HEADER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

const headersOf = ({ permissions }: Route) => ({
  ...TRACE_HEADER,
  ...(permissions && KEY_HEADERS),
});

const describeResponses = (route: Route): Record<string, ResponseObject> =>
  Object.fromEntries(
    route.responses.map((response) => {
      const { status, description, mediaType = JSON_TYPE, schema, isList, example } = response;
      const ref = schema && schemaRef(schema);
      const media = {
        ...(ref && { schema: isList ? { type: 'array', items: ref } : ref }),
        ...(example !== undefined && { example }),
      };
      const content = status === 204 ? {} : { [mediaType]: media };
      return [status, { description, headers: headersOf(route), content }];
    }),
  );

/** The error codes of a route, by its kind. */
const errorCodes = ({ permissions, body, upload, errors = [] }: Route): readonly ErrorCode[] => [
  ...errors,
  ...(permissions ? WITH_KEY : []),
  ...(body || upload ? WITH_BODY : []),
  'internal',
];

/** The errors by status, from the table: status, codes, messages. */
const describeErrors = (route: Route): Record<string, ResponseObject> => {
  const codes = errorCodes(route);
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const rows = codes.filter((code) => ERRORS[code].status === status);
      const canWait = rows.some((code) => ERRORS[code].isRetryable);
      const response: ResponseObject = {
        description: rows.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
        headers: { ...headersOf(route), ...(canWait && RETRY_HEADER) },
        content: {
          [JSON_TYPE]: {
            schema: {
              allOf: [schemaRef(ERROR_BODY), { properties: { code: { enum: rows } } }],
            },
          },
        },
      };
      return [status, response];
    }),
  );
};

/** The name that the contract gives to a schema. */
const nameOf = (schema: z.ZodType): string => {
  const name = (REQUEST_SCHEMAS.get(schema) ?? RESPONSE_SCHEMAS.get(schema))?.id;
  if (name === undefined) throw new Error('a schema without a name for the API reference');
  return name;
};

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Address of a schema inside the document. */
const schemaRef = (schema: z.ZodType): JsonSchema => refTo(nameOf(schema));

/** All schemas of the document by name: those the server itself uses for validation and types. */
const componentSchemas = (settings: DocumentSettings): Readonly<Record<string, JsonSchema>> => ({
  ...toJsonSchemas(REQUEST_SCHEMAS, 'input', settings),
  ...toJsonSchemas(RESPONSE_SCHEMAS, 'output', settings),
});

const toJsonSchemas = (
  registry: typeof REQUEST_SCHEMAS,
  io: 'input' | 'output',
  { maxTexts }: DocumentSettings,
): Record<string, JsonSchema> => {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => refTo(id).$ref,
    override: ({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }) => {
      // Responses may get new members; a client must not refuse them.
      delete jsonSchema.additionalProperties;
      if (jsonSchema.maxItems !== MOST_TEXTS) return;
      if (maxTexts === undefined) delete jsonSchema.maxItems;
      else jsonSchema.maxItems = maxTexts;
    },
  });
  const plain = Object.entries<JsonSchema>(schemas).map(
    ([name, { $schema: _dialect, $id: _id, ...schema }]) => [name, schema],
  );
  return Object.fromEntries(plain);
};

/**
 * The form equivalent of a JSON body: every value is text, lists are repeated, and
 * booleans are `1` and `0`.
 */
const formSchema = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>).map(
      ([name, property]) => [name, formValue(property)],
    ),
  ),
});

const formValue = (property: JsonSchema): JsonSchema => {
  const choices = property.anyOf as readonly JsonSchema[] | undefined;
  if (!choices) return property;
  const { anyOf: _choices, ...rest } = property;
  const list = choices.find(({ type }) => type === 'array');
  const words = choices.flatMap((choice) => (choice.enum as readonly unknown[] | undefined) ?? []);
  if (list) return { ...rest, type: 'string' };
  return { ...rest, type: 'string', enum: words.filter((word) => typeof word === 'string') };
};
