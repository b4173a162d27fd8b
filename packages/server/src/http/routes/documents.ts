import {
  AppError,
  type DocumentHandle,
  type DocumentStatus,
  missingParameter,
  parseDocumentFields,
} from '@dragoman/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../../accounts/records/key-record.js';
import { type DocumentAccess, mediaTypeOf } from '../../documents/document-service.js';
import { attachment } from '../../documents/files/file-names.js';
import { prepareUpload } from '../../documents/prepare-upload.js';
import { onceSent } from '../../translation/once-sent.js';
import { readReportingTag } from '../../translation/reporting-tag.js';
import { fieldsOf } from '../compatibility/common/fields.js';
import type { RouteDependencies } from '../request/context.js';
import { readMultipart } from '../request/read-multipart.js';

/** Files are in memory while they arrive, so few do at once. */
const MAX_UPLOADS = 8;

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
  { documents, translator, settings }: RouteDependencies,
): void => {
  let uploads = 0;

  app.post('/v2/document', async (request): Promise<DocumentHandle> => {
    if (uploads >= MAX_UPLOADS) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    uploads++;
    try {
      const { file, fields } = await readMultipart(request, settings.maxDocumentBytes);
      const tag = readReportingTag(request.headers);
      const upload = await prepareUpload(file, parseDocumentFields(fields), { translator, tag });
      return await documents.accept(ownerOf(request), upload);
    } finally {
      uploads--;
    }
  });

  app.route<DocumentRoute>({
    method: ['GET', 'POST'],
    url: '/v2/document/:document_id',
    handler: (request): Promise<DocumentStatus> => documents.status(accessOf(request)),
  });

  app.post<DocumentRoute>('/v2/document/:document_id/result', async (request, reply) => {
    const download = await documents.download(accessOf(request), ownerOf(request));
    onceSent(reply.raw, (wasSent) => download.end(wasSent));
    return reply
      .type(mediaTypeOf(download.format))
      .header('content-disposition', attachment(download.fileName))
      .header('cache-control', 'no-store')
      .send(download.bytes);
  });
};

const ownerOf = ({ apiKey }: FastifyRequest): KeyRecord => {
  if (!apiKey) throw new Error('documents belong to a key');
  return apiKey;
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
