import { LIVENESS, READINESS } from '@dragoman/contract';
import { compatibleRoutesOf } from './features/compatibility/compatibility.js';
import { ADMINISTRATION_TAG } from './features/keys-and-usage/key-routes.js';
import { isWelcome } from './features/page/page-visitors.js';
import { pathPrefixOf, publicAddressOf } from './platform/http/addresses.js';
import { defineRoute, type Route, type RouteTag } from './platform/http/define-route.js';
import type { OpenApiDocument } from './platform/openapi-document.js';
import { PAGE_SECURITY_POLICY, referencePage } from './platform/reference-page.js';

const SERVICE_TAG: RouteTag = {
  name: 'Service',
  description: 'Probes, metrics and this reference.',
};

/** Probes without a key: `live` says the process answers, `ready` that it can translate. */
export const HEALTH_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    url: '/health/live',
    id: 'isLive',
    tag: SERVICE_TAG,
    refusesForeignSites: true,
    summary: 'Check that the process responds',
    responses: [
      {
        status: 200,
        description: 'It responds.',
        schema: LIVENESS,
        example: { status: 'ok' },
      },
    ],
    handler: async () => ({ status: 'ok' }),
  }),
  defineRoute({
    method: 'get',
    url: '/health/ready',
    id: 'isReady',
    tag: SERVICE_TAG,
    refusesForeignSites: true,
    summary: 'Check that texts can be translated',
    responses: [
      {
        status: 200,
        description: 'Texts can be translated.',
        schema: READINESS,
        example: { status: 'ready', engines: { neural: 'ready', apertium: 'ready' } },
      },
      {
        status: 503,
        description:
          'Texts cannot be translated: nothing is installed, the database is damaged, or the server is stopping.',
        schema: READINESS,
      },
    ],
    handler: async ({ reply }, { readiness }) => {
      const { isReady, engines } = readiness();
      if (!isReady) reply.code(503);
      return { status: isReady ? 'ready' : 'not ready', engines };
    },
  }),
];

/** For Prometheus, which can send the key: `authorization: { type, credentials }`. */
export const METRICS_ROUTE: Route = defineRoute({
  method: 'get',
  url: '/metrics',
  id: 'getMetrics',
  tag: SERVICE_TAG,
  summary: 'Metrics for Prometheus',
  permissions: ['usage', 'admin'],
  responses: [{ status: 200, description: 'The metrics.', mediaType: 'text/plain' }],
  handler: async ({ reply }, { metrics }) => {
    const { contentType, text } = await metrics.render();
    return reply.header('content-type', contentType).send(text);
  },
});

/**
 * What is sent for each description. To write it takes some ten milliseconds, which anybody could ask
 * for again and again.
 */
const written = new WeakMap<object, Map<string, readonly Buffer[]>>();

/** Stands for the address of the server while a description is written. */
const ADDRESS = 'http://address-of-this-server.invalid';

/** The pieces of a description between the places of the address. */
const writeOnce = (description: object, name: string, write: () => string): readonly Buffer[] => {
  const known = written.get(description) ?? new Map<string, readonly Buffer[]>();
  written.set(description, known);
  const pieces =
    known.get(name) ??
    write()
      .split(ADDRESS)
      .map((piece) => Buffer.from(piece));
  known.set(name, pieces);
  return pieces;
};

/** Calls that the session of the translator page answers without a key. */
const SESSION_CALLS: ReadonlySet<string> = new Set(['post /v2/translate', 'get /v2/languages']);
const NO_CALLS: ReadonlySet<string> = new Set();

const joinPieces = (pieces: readonly Buffer[], address: string): Buffer =>
  Buffer.concat(
    pieces.flatMap((piece, index) => (index === 0 ? piece : [Buffer.from(address), piece])),
  );

/** The API described for programs and for people. */
export const REFERENCE_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    url: '/openapi.json',
    id: 'getOpenApi',
    tag: SERVICE_TAG,
    summary: 'This reference for programs',
    refusesForeignSites: true,
    responses: [
      { status: 200, description: 'An OpenAPI 3.1 document.', mediaType: 'application/json' },
    ],
    handler: async ({ request, reply }, { apiDocument }) => {
      const description = apiDocument();
      const json = writeOnce(description, 'json', () =>
        JSON.stringify({ ...description, servers: [{ url: ADDRESS }] }),
      );
      return reply
        .type('application/json; charset=utf-8')
        .send(joinPieces(json, pathPrefixOf(request) || '/'));
    },
  }),
  defineRoute({
    method: 'get',
    url: '/docs',
    id: 'getDocs',
    tag: SERVICE_TAG,
    summary: 'This reference for people',
    refusesForeignSites: true,
    responses: [{ status: 200, description: 'A page.', mediaType: 'text/html' }],
    handler: async ({ request, reply }, { settings, apiDocument }) => {
      const [authScheme = ''] = settings.authSchemes;
      const description = apiDocument() as OpenApiDocument;
      const hasSession = isWelcome(settings, request);
      const page = writeOnce(description, hasSession ? 'page with session' : 'page', () =>
        referencePage(description, {
          address: ADDRESS,
          authScheme,
          compatibleRoutes: compatibleRoutesOf(settings),
          trials: {
            notOf: new Set([ADMINISTRATION_TAG.name]),
            withSession: hasSession ? SESSION_CALLS : NO_CALLS,
          },
        }),
      );
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_SECURITY_POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(joinPieces(page, publicAddressOf(request)));
    },
  }),
];
