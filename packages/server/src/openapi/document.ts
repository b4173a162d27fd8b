import type { Configuration } from '../config/settings/schema.js';
import { showBytes } from '../config/settings/value-types.js';
import { VERSION } from '../config/version.js';
import { TAGS } from '../http/define-route.js';
import { describeOperation, type OperationObject } from './describe-operation.js';
import { OPERATIONS } from './operations/index.js';
import { componentSchemas, type JsonSchema } from './schemas/schemas.js';

/** The settings shown in the reference. */
export type DocumentSettings = Pick<Configuration, 'maxTexts' | 'maxBodyBytes' | 'authSchemes'>;

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
export const openApiDocument = (settings: DocumentSettings): OpenApiDocument => {
  const schemas = componentSchemas(settings);
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of OPERATIONS) {
    const methods = paths[operation.path] ?? {};
    methods[operation.method] = describeOperation(operation, schemas);
    paths[operation.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dragoman',
      version: VERSION,
      description: `Text translation on your own machine. A request takes up to ${settings.maxTexts === undefined ? '' : `${settings.maxTexts} texts and `}${showBytes(settings.maxBodyBytes)}.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
