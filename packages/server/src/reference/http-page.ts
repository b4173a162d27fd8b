import { TAGS } from '../http/define-route.js';
import { OPERATIONS } from '../openapi/operations/index.js';
import type { Operation } from '../openapi/operations/operation.js';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `The HTTP operations of the server. A running server documents them in full, with parameters, examples and errors: on the
page \`/docs\`, and for programs at \`/openapi.json\` (OpenAPI 3.1). Send the key in the header
\`Authorization: Service-Auth-Key <API key>\`.`;

const row = ({ method, path, summary, permissions }: Operation): readonly string[] => [
  code(`${method.toUpperCase()} ${path}`),
  summary,
  permissions ? permissions.map(code).join(' or ') : 'no key',
];

/** The page about all operations, from their table. */
export const httpPage = (): string =>
  [
    pageHead('HTTP operations', INTRODUCTION),
    ...Object.entries(TAGS).map(([tag, description]) => {
      const rows = OPERATIONS.filter((operation) => operation.tag === tag).map(row);
      return `## ${tag}\n\n${description}\n\n${table(['Operation', 'What it does', 'Permission'], rows)}`;
    }),
  ].join('\n');
