import type { FastifyRequest } from 'fastify';
import { compatibleRoutesOf } from './features/compatibility/compatibility.js';
import { defineRoute, type Route } from './platform/http/define-route.js';
import { isWelcome } from './platform/http/this-machine.js';
import type { OpenApiDocument } from './platform/openapi/document.js';
import { PAGE_SECURITY_POLICY, referencePage } from './platform/openapi/reference-page.js';

/** Allowed Host headers; the value goes into commands that people paste into a shell. */
const HOST = /^[A-Za-z0-9.[\]:-]{1,260}$/;

/**
 * What is sent for each description. To write it takes some ten milliseconds, which anybody could ask
 * for again and again.
 */
const written = new WeakMap<object, Map<string, Buffer>>();

const writeOnce = (description: object, name: string, write: () => string): Buffer => {
  const known = written.get(description) ?? new Map<string, Buffer>();
  written.set(description, known);
  const found = known.get(name) ?? Buffer.from(write());
  known.set(name, found);
  return found;
};

/** Stands for the address in a page that is kept; no address has it in it. */
const ADDRESS = 'http://address-of-this-server.invalid';

const withAddress = (page: Buffer, address: string): Buffer => {
  const pieces: Buffer[] = [];
  let start = 0;
  let place = page.indexOf(ADDRESS);
  while (place >= 0) {
    pieces.push(page.subarray(start, place), Buffer.from(address));
    start = place + ADDRESS.length;
    place = page.indexOf(ADDRESS, start);
  }
  return Buffer.concat([...pieces, page.subarray(start)]);
};

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
    handler: async ({ reply }, { apiDocument }) => {
      const description = apiDocument();
      const json = writeOnce(description, 'json', () => JSON.stringify(description));
      return reply.type('application/json; charset=utf-8').send(json);
    },
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
      const description = apiDocument() as OpenApiDocument;
      const hasSession = isWelcome(settings, request);
      const page = writeOnce(description, hasSession ? 'page with session' : 'page', () =>
        referencePage(description, {
          address: ADDRESS,
          authScheme,
          compatibleRoutes: compatibleRoutesOf(settings),
          hasSession,
        }),
      );
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_SECURITY_POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(withAddress(page, addressFor(request)));
    },
  }),
];

/** The address the reader used, as far as it is known. */
const addressFor = ({ protocol, host, socket }: FastifyRequest): string =>
  `${protocol}://${HOST.test(host) ? host : `127.0.0.1:${socket.localPort}`}`;
