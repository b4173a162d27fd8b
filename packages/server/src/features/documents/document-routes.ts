import {
  DOCUMENT_HANDLE,
  DOCUMENT_KEY,
  DOCUMENT_STATUS,
  DOCUMENT_UPLOAD,
  type DocumentHandle,
  type DocumentStatus,
  described,
  parseDocumentFields,
} from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ownerOf } from '../../platform/accounts/caller.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { callerIdOf } from '../../platform/http/addresses.js';
import { defineRoute, type Route, type RouteTag } from '../../platform/http/define-route.js';
import type { Permission } from '../../platform/http/permissions.js';
import { readReportingTag } from '../translate/reporting-tag.js';
import { type DocumentAccess, sendDocument } from './document-service.js';
import { readMultipart } from './read-multipart.js';

const DOCUMENTS_TAG: RouteTag = {
  name: 'Documents',
  description: 'Files in, translated files out, with their formatting.',
};

const ID = '04DE5AD98A02647D83285A36021911C6';
const KEY = '0CB0054F1C132C1625B392EADDA41CB754A742822F6877173029A6C487E7F60A';

/** Which documents the routes are about. */
interface DocumentRoutes {
  /** `/v2/document` */
  readonly path: string;
  readonly ownerOf: (request: FastifyRequest) => KeyRecord;
  readonly permissions?: readonly Permission[];
}

/** The routes of documents below a path. */
export const documentRoutes = ({
  path,
  ownerOf,
  permissions,
}: DocumentRoutes): readonly Route[] => {
  const shared = {
    tag: DOCUMENTS_TAG,
    ...(permissions && { permissions }),
  } as const;
  const ofOne = {
    ...shared,
    params: z
      .object({
        document_id: described(z.string(), 'The id that the upload was answered with.', ID),
      })
      .transform(({ document_id: id }) => ({ id: id.toUpperCase() })),
  } as const;
  const access = {
    schema: DOCUMENT_KEY,
    takesForm: true,
    alsoFromQuery: true,
    example: { document_key: KEY },
  } as const;
  const status = {
    ...ofOne,
    url: `${path}/:document_id`,
    summary: 'How far a document is',
    responses: [
      {
        status: 200,
        description: 'How far it is.',
        schema: DOCUMENT_STATUS,
        example: { document_id: ID, status: 'done', billed_characters: 1337 },
      },
    ],
    errors: ['invalid_parameter', 'not_found'],
  } as const;
  const accessOf = (
    request: FastifyRequest,
    { id }: { readonly id: string },
    key: string,
  ): DocumentAccess => ({ id, key, ownerId: ownerOf(request).id });

  return [
    defineRoute({
      ...shared,
      method: 'post',
      url: path,
      id: 'uploadDocument',
      summary: 'Send a document',
      description:
        'Answers as soon as the file is stored; it is translated after that. Fields may stand before or after the file, or in the query; those it does not know are ignored.',
      upload: {
        schema: DOCUMENT_UPLOAD,
        example: { target_lang: 'ES', file: 'Good morning;filename=greeting.txt' },
      },
      responses: [
        {
          status: 200,
          description: 'Id and key of the document.',
          schema: DOCUMENT_HANDLE,
          example: { document_id: ID, document_key: KEY },
        },
      ],
      errors: [
        'invalid_file',
        'invalid_parameter',
        'language_not_installed',
        'pair_not_installed',
        'quota_exceeded',
      ],
      handler: async ({ request }, dependencies): Promise<DocumentHandle> => {
        const { documents, settings, enterUpload } = dependencies;
        const owner = ownerOf(request);
        const leave = enterUpload({ ownerId: owner.id, callerId: callerIdOf(request) });
        try {
          const { file, fields } = await readMultipart(request, documents.receive, {
            maxBytes: settings.maxDocumentBytes,
          });
          try {
            const tag = readReportingTag(request.headers);
            const upload = await documents.prepare(owner, file, parseDocumentFields(fields), tag);
            return await documents.accept(owner, upload);
          } finally {
            await file?.discard();
          }
        } finally {
          leave();
        }
      },
    }),
    defineRoute({
      ...ofOne,
      method: 'post',
      url: `${path}/:document_id/result`,
      id: 'downloadDocument',
      summary: 'Download the translated document',
      description:
        'It is billed once, before its last piece is sent. After that it stays for some minutes, and further downloads are free.',
      body: access,
      responses: [
        {
          status: 200,
          description: 'The file, as its format’s media type and under the name it was sent with.',
          mediaType: '*/*',
        },
      ],
      errors: ['invalid_parameter', 'not_found', 'quota_exceeded', 'document_not_done'],
      handler: async ({ params, body, request, reply }, { documents }) =>
        sendDocument(reply, await documents.download(accessOf(request, params, body.document_key))),
    }),
    defineRoute({
      ...status,
      method: 'post',
      id: 'getDocumentStatus',
      description:
        'The first question about a document may be answered up to two seconds later, when it is done by then. A wrong id, a wrong key, another API key and a document that is gone are all answered with 404.',
      body: access,
      handler: ({ params, body, request }, { documents }): Promise<DocumentStatus> =>
        documents.status(accessOf(request, params, body.document_key)),
    }),
    defineRoute({
      ...status,
      method: 'get',
      id: 'getDocumentStatusByQuery',
      description: 'The same as `POST`.',
      query: DOCUMENT_KEY,
      handler: ({ params, query, request }, { documents }): Promise<DocumentStatus> =>
        documents.status(accessOf(request, params, query.document_key)),
    }),
    defineRoute({
      ...ofOne,
      method: 'delete',
      url: `${path}/:document_id`,
      id: 'deleteDocument',
      summary: 'Cancel or delete a document',
      description:
        'Ends its translation if need be. What was not downloaded is not billed. The key may also be in the query.',
      body: access,
      responses: [{ status: 204, description: 'It is gone.' }],
      errors: ['invalid_parameter', 'not_found'],
      handler: ({ params, body, request }, { documents }) =>
        documents.cancel(accessOf(request, params, body.document_key)),
    }),
  ];
};

export const DOCUMENT_ROUTES: readonly Route[] = documentRoutes({
  path: '/v2/document',
  ownerOf,
  permissions: ['translate'],
});
