import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openApiDocument } from '../../openapi/document.js';
import { PAGE_SECURITY_POLICY, referencePage } from '../../openapi/page/reference-page.js';
import { compatibleRoutesOf } from '../compatibility/index.js';
import type { HttpDependencies } from '../request/context.js';
import { isWelcome } from '../request/page-access.js';

/** Allowed Host headers; the value goes into commands that people paste into a shell. */
const HOST = /^[A-Za-z0-9.[\]:-]{1,260}$/;

/** `GET /openapi.json` and `GET /docs`: the API described for programs and for people. */
export const registerApiReference = (
  app: FastifyInstance,
  { settings }: Pick<HttpDependencies, 'settings'>,
): void => {
  const document = openApiDocument(settings);
  const json = JSON.stringify(document);
  const compatibleRoutes = compatibleRoutesOf(settings);

  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(json),
  );

  app.get('/docs', async (request, reply) => {
    const [authScheme = ''] = settings.authSchemes;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PAGE_SECURITY_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .send(
        referencePage(document, {
          address: addressFor(request),
          authScheme,
          compatibleRoutes,
          hasSession: isWelcome(settings, request),
        }),
      );
  });
};

/** The address the reader used, as far as it is known. */
const addressFor = ({ protocol, host, socket }: FastifyRequest): string =>
  `${protocol}://${HOST.test(host) ? host : `127.0.0.1:${socket.localPort}`}`;
