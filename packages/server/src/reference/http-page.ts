import { type Route, TAGS } from '../platform/http/define-route.js';
import { pathOf } from '../platform/openapi/document.js';
import { ROUTES } from '../routes.js';
import { code, pageHead, table } from './markdown.js';

const INTRODUCTION = `The HTTP operations of the server. A running server documents them in full, with parameters, examples and errors: on the
page \`/docs\`, and for programs at \`/openapi.json\` (OpenAPI 3.1). Send the key in the header
\`Authorization: Service-Auth-Key <API key>\`.`;

const row = (route: Route): readonly string[] => [
  code(`${route.method.toUpperCase()} ${pathOf(route)}`),
  route.summary,
  route.permissions?.map(code).join(' or ') ?? 'no key',
];

/** The page about all operations, from their definitions. */
export const httpPage = (): string =>
  [
    pageHead('HTTP operations', INTRODUCTION),
    ...Object.entries(TAGS).map(([tag, description]) => {
      const rows = ROUTES.filter((route) => route.tag === tag).map(row);
      return `## ${tag}\n\n${description}\n\n${table(['Operation', 'What it does', 'Permission'], rows)}`;
    }),
  ].join('\n');
