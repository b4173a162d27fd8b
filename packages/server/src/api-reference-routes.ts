import type { FastifyRequest } from 'fastify';
import { compatibleRoutesOf } from './features/compatibility/compatibility.js';
import { defineRoute, type Route } from './platform/http/define-route.js';
import { isWelcome } from './platform/http/this-machine.js';
import type { OpenApiDocument } from './platform/openapi/document.js';
import { PAGE_SECURITY_POLICY, referencePage } from './platform/openapi/reference-page.js';

/** Allowed Host headers; the value goes into commands that people paste into a shell. */
const HOST = /^[A-Za-z0-9.[\]:-]{1,260}$/;

/** The API described for programs and for people. */
export const REFERENCE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    url: '/openapi.json',
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This reference for programs',
    refusesForeignSites: true,
    answers: [
      { status: 200, description: 'An OpenAPI 3.1 document.', mediaType: 'application/json' },
    ],
    handler: async ({ reply }, { apiDocument }) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(apiDocument())),
  }),
  defineRoute({
    method: 'get',
    url: '/docs',
    id: 'getDocs',
    tag: 'Service',
    summary: 'This reference for people',
    refusesForeignSites: true,
    answers: [{ status: 200, description: 'A page.', mediaType: 'text/html' }],
    handler: async ({ request, reply }, { settings, apiDocument }) => {
      const [authScheme = ''] = settings.authSchemes;
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_SECURITY_POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(
          referencePage(apiDocument() as OpenApiDocument, {
            address: addressFor(request),
            authScheme,
            compatibleRoutes: compatibleRoutesOf(settings),
            hasSession: isWelcome(settings, request),
          }),
        );
    },
  }),
];

/** The address the reader used, as far as it is known. */
const addressFor = ({ protocol, host, socket }: FastifyRequest): string =>
  `${protocol}://${HOST.test(host) ? host : `127.0.0.1:${socket.localPort}`}`;
