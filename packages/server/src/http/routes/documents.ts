import {
  type DocumentHandle,
  type DocumentStatus,
  missingParameter,
  parseDocumentFields,
} from '@dragoman/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRecord } from '../../accounts/records/key-record.js';
import type { DocumentAccess } from '../../documents/document-service.js';
import { prepareUpload } from '../../documents/prepare-upload.js';
import { readReportingTag } from '../../translation/reporting-tag.js';
import { fieldsOf } from '../compatibility/common/fields.js';
import { networkOf } from '../connections/network-of.js';
import type { HttpSettings, RouteDependencies } from '../request/context.js';
import { ownerOf } from '../request/owner-of.js';
import { readMultipart } from '../request/read-multipart.js';
import { sendDocument } from '../request/transfer-document.js';

/** A route of one document. */
export interface DocumentRoute {
  readonly Params: { readonly document_id: string };
}

/** The dependencies of the calls of documents. */
export type DocumentCallDependencies = Pick<
  RouteDependencies,
  'documents' | 'translator' | 'findOwnWords' | 'enterUpload'
> & { readonly settings: Pick<HttpSettings, 'maxDocumentBytes' | 'requestTimeoutMs'> };

/** Which documents the calls are about. */
export interface DocumentCalls {
  /** `/v2/document` */
  readonly path: string;
  readonly ownerOf: (request: FastifyRequest) => KeyRecord;
}

/** `POST /v2/document`, and what can be done with `/v2/document/{id}`. */
export const registerDocuments = (app: FastifyInstance, dependencies: RouteDependencies): void =>
  registerDocumentCalls(app, { path: '/v2/document', ownerOf }, dependencies);

/** The calls of documents below any path. */
export const registerDocumentCalls = (
  app: FastifyInstance,
  { path, ownerOf }: DocumentCalls,
  { documents, translator, findOwnWords, settings, enterUpload }: DocumentCallDependencies,
): void => {
  // In a scope of their own: other routes take no such forms.
  app.register(async (scope) => {
    await scope.register(multipart);
    scope.post(path, async (request): Promise<DocumentHandle> => {
      const owner = ownerOf(request);
      const leave = enterUpload({ ownerId: owner.id, callerId: callerOf(request) });
      try {
        const { file, fields } = await readMultipart(request, settings.maxDocumentBytes);
        const tag = readReportingTag(request.headers);
        const checked = parseDocumentFields(fields);
        const found = await findOwnWords(owner.id, checked);
        const own = await found.load(AbortSignal.timeout(settings.requestTimeoutMs));
        const upload = await prepareUpload(file, checked, { translator, tag, own });
        return await documents.accept(owner, upload);
      } finally {
        leave();
      }
    });

    scope.route<DocumentRoute>({
      method: ['GET', 'POST'],
      url: `${path}/:document_id`,
      handler: (request): Promise<DocumentStatus> =>
        documents.status(accessOf(request, ownerOf(request))),
    });

    scope.delete<DocumentRoute>(`${path}/:document_id`, async (request, reply) => {
      await documents.cancel(accessOf(request, ownerOf(request)));
      return reply.code(204).send();
    });

    scope.post<DocumentRoute>(`${path}/:document_id/result`, async (request, reply) => {
      return sendDocument(reply, await documents.download(accessOf(request, ownerOf(request))));
    });
  });
};

/** Callers with a key are one wherever they are; those without are known by their network. */
export const callerOf = ({ apiKey, ip }: FastifyRequest): string => apiKey?.id ?? networkOf(ip);

/** Says which document a request is about. @throws AppError `missing_parameter` */
export const accessOf = (
  request: FastifyRequest<DocumentRoute>,
  { id: ownerId }: KeyRecord,
): DocumentAccess => {
  const { document_key: key } = fieldsOf(request);
  if (typeof key !== 'string' || key === '') throw missingParameter('document_key');
  return { id: request.params.document_id.toUpperCase(), key: key.toUpperCase(), ownerId };
};
