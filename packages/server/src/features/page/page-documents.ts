import { DOCUMENT_KEY, parse } from '@dragoman/contract';
import { FORMATS } from '@dragoman/documents';
import type { PageDocumentKind } from '@dragoman/web';
import type { FastifyInstance } from 'fastify';
import { type RouteDependencies, registerRoutes } from '../../platform/http/define-route.js';
import { documentRoutes } from '../documents/document-routes.js';
import { PAGE_ACCOUNT } from '../keys-and-usage/key-record.js';
import { refuseOtherOrigins } from './other-origins.js';
import type { VisitorLimits } from './page-visitors.js';

const PATH = '/session/document';

interface DocumentRoute {
  readonly Params: { readonly document_id: string };
}

/**
 * The calls of documents, for the page: without a key and billed to nobody. The key of each
 * document, which the upload is answered with, keeps visitors from each other's documents.
 */
export const registerPageDocuments = (
  visitors: FastifyInstance,
  dependencies: RouteDependencies,
  limits: VisitorLimits,
): void => {
  const ownerOf = () => PAGE_ACCOUNT;
  visitors.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherOrigins);
    // Every document that is sent counts; what asks about it does not.
    scope.addHook('preHandler', async function (request, reply) {
      if (request.routeOptions.url === PATH) await limits.take.call(this, request, reply);
    });
    registerRoutes(scope, documentRoutes({ path: PATH, ownerOf }), dependencies);
    // A page that is being left can only send a POST.
    scope.post<DocumentRoute>(`${PATH}/:document_id/cancel`, async ({ params, body }) => {
      const { document_key: key } = parse(DOCUMENT_KEY, body, PATH);
      const id = params.document_id.toUpperCase();
      await dependencies.documents.cancel({ id, key, ownerId: PAGE_ACCOUNT.id });
      return {};
    });
  });
};

/** The files that can be translated, by extension. */
export const pageDocumentKinds = (): readonly PageDocumentKind[] =>
  Object.values(FORMATS).flatMap(({ extensions, outputFormats }) =>
    extensions.map((extension, index) => ({ extension, outputFormats, isUsual: index === 0 })),
  );
