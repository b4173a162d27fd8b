import {
  type DocumentHandle,
  type DocumentStatus,
  missingParameter,
  parseDocumentFields,
} from '@dragoman/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DocumentAccess } from '../../documents/document-service.js';
import { prepareUpload } from '../../documents/prepare-upload.js';
import { readReportingTag } from '../../translation/reporting-tag.js';
import { fieldsOf } from '../compatibility/common/fields.js';
import type { RouteDependencies } from '../request/context.js';
import { ownerOf } from '../request/owner-of.js';
import { readMultipart } from '../request/read-multipart.js';
import { sendDocument } from '../request/transfer-document.js';

interface DocumentRoute {
  readonly Params: { readonly document_id: string };
}

/** `POST /v2/document`, `/v2/document/{id}` and `/v2/document/{id}/result`. */
export const registerDocuments = (app: FastifyInstance, dependencies: RouteDependencies): void => {
  // In a scope of their own: other routes take no such forms.
  app.register(async (scope) => {
    await scope.register(multipart);
    registerRoutes(scope, dependencies);
  });
};

const registerRoutes = (
  app: FastifyInstance,
  {
    documents,
    translator,
    findTerms,
    findStyle,
    findMemory,
    settings,
    receiveUpload,
  }: RouteDependencies,
): void => {
  app.post(
    '/v2/document',
    (request): Promise<DocumentHandle> =>
      receiveUpload(async () => {
        const { file, fields } = await readMultipart(request, settings.maxDocumentBytes);
        const tag = readReportingTag(request.headers);
        const checked = parseDocumentFields(fields);
        const owner = ownerOf(request);
        const terms = (await findTerms(owner.id, checked))?.matcher;
        const style = (await findStyle(owner.id, checked))?.style;
        const memory = await findMemory(owner.id, checked);
        const own = { ...(terms && { terms }), ...(style && { style }), ...(memory && { memory }) };
        const upload = await prepareUpload(file, checked, { translator, tag, own });
        return documents.accept(owner, upload);
      }),
  );

  app.route<DocumentRoute>({
    method: ['GET', 'POST'],
    url: '/v2/document/:document_id',
    handler: (request): Promise<DocumentStatus> => documents.status(accessOf(request)),
  });

  app.post<DocumentRoute>('/v2/document/:document_id/result', async (request, reply) => {
    return sendDocument(reply, await documents.download(accessOf(request)));
  });
};

const accessOf = (request: FastifyRequest<DocumentRoute>): DocumentAccess => {
  const { document_key: key } = fieldsOf(request);
  if (typeof key !== 'string' || key === '') throw missingParameter('document_key');
  return {
    id: request.params.document_id.toUpperCase(),
    key: key.toUpperCase(),
    ownerId: ownerOf(request).id,
  };
};
