import { FORMATS } from '@dragoman/documents';
import type { PageDocumentKind } from '@dragoman/web';
import type { FastifyInstance } from 'fastify';
import { PAGE_VISITORS } from '../../accounts/records/key-record.js';
import {
  accessOf,
  type DocumentCallDependencies,
  type DocumentRoute,
  registerDocumentCalls,
} from '../routes/documents.js';
import { refuseOtherOrigins } from './other-origins.js';

const PATH = '/session/document';

/**
 * The calls of documents, for the page: without a key and billed to nobody. The key of each
 * document, which the upload is answered with, keeps visitors from each other's documents.
 */
export const registerPageDocuments = (
  visitors: FastifyInstance,
  dependencies: DocumentCallDependencies,
): void => {
  const ownerOf = () => PAGE_VISITORS;
  visitors.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherOrigins);
    registerDocumentCalls(scope, { path: PATH, ownerOf }, dependencies);
    scope.post<DocumentRoute>(`${PATH}/:document_id/cancel`, async (request) => {
      await dependencies.documents.cancel(accessOf(request, ownerOf()));
      return {};
    });
  });
};

/** The files that can be translated, by extension. */
export const pageDocumentKinds = (): readonly PageDocumentKind[] =>
  Object.values(FORMATS).flatMap(({ extensions, outputFormats }) =>
    extensions.map((extension) => ({ extension, outputFormats })),
  );
