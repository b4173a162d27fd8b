import { AppError, isAppError, parseDocumentFields } from '@dragoman/contract';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteDependencies } from '../../context.js';
import type { DocumentAccess } from '../documents/document-service.js';
import { resultFileName } from '../documents/file-names.js';
import { prepareUpload, type SentFile } from '../documents/prepare-upload.js';
import { readMultipart } from '../documents/read-multipart.js';
import { sendDocument } from '../documents/transfer-document.js';
import { ownerOf } from '../keys-and-usage/owner-of.js';
import { hasKeyBeforeBody, requireCallerKey } from './caller-key.js';
import { fieldsOf } from './fields.js';
import { KEY_MESSAGES } from './key-messages.js';
import { sourceCode, targetCode } from './language-codes.js';

/** Longer than any client waits; a document that takes longer is answered with a 504. */
const MAX_WAIT_MS = 600_000;

/** Id and key of a document, as they stand in a link. */
const LINK = /^([0-9A-F]{32})([0-9A-F]{64})$/;

/**
 * `POST /translate_file`: answers with a link when the document is translated. The key is checked
 * before the file is read, unless it comes behind a small one.
 *
 * @param app a scope whose `preHandler` finds the key among the fields
 */
export const registerTranslateFile = (
  app: FastifyInstance,
  dependencies: RouteDependencies,
): void => {
  const { documents, translator, resolveRequest, settings, enterUpload } = dependencies;
  const checkKey = requireCallerKey(dependencies);
  const files = new WeakMap<FastifyRequest, SentFile>();
  app.register(async (scope) => {
    // The other routes read such forms without files.
    scope.removeContentTypeParser('multipart/form-data');
    await scope.register(multipart);
    scope.addHook('preValidation', async function (request, reply) {
      const check = () => checkKey.call(this, request, reply);
      if (hasKeyBeforeBody(request, dependencies)) await check();
      let isFromStranger = false;
      let leave: (() => void) | undefined;
      const enter = () => {
        const { id } = ownerOf(request);
        leave ??= enterUpload({ ownerId: id, callerId: id });
      };
      try {
        if (request.apiKey) enter();
        const { file, fields } = await readMultipart(
          request,
          settings.maxDocumentBytes,
          async (before) => {
            request.body = before;
            if (!request.apiKey && before.api_key) await check();
            isFromStranger = !request.apiKey;
            // Strangers take no place: what they may send is as small as any other body.
            if (!isFromStranger) enter();
            // Anybody may send as much as to the other routes that have their key in the body.
            return isFromStranger ? settings.maxBodyBytes : settings.maxDocumentBytes;
          },
        ).catch((error: unknown) => {
          const isLate = isFromStranger && isAppError(error) && error.code === 'body_too_large';
          throw isLate ? new AppError('unauthorized', { message: KEY_MESSAGES.late }) : error;
        });
        if (file) files.set(request, file);
        request.body = fields;
      } finally {
        leave?.();
      }
    });

    scope.post('/translate_file', async (request, reply) => {
      const fields = fieldsOf(request);
      const upload = await prepareUpload(
        files.get(request),
        parseDocumentFields({
          target_lang: targetCode(fields.target),
          source_lang: sourceCode(fields.source),
        }),
        undefined,
        {
          translator,
          resolve: async (parameters) =>
            (await resolveRequest(ownerOf(request).id, parameters)).request,
        },
      );
      const handle = await documents.accept(ownerOf(request), upload);
      const access = { id: handle.document_id, key: handle.document_key };
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const patience = AbortSignal.any([gone.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
      const { status, error_message: reason = '' } = await documents.outcome(access, patience);
      if (status === 'error') throw new AppError('invalid_file', { message: reason });
      if (status !== 'done') throw new AppError('deadline_exceeded');
      const { fileName, options } = upload;
      const name = resultFileName(fileName, options.format, options.outputFormat);
      const link = `/download_file/${access.id}${access.key}/${encodeURIComponent(name)}`;
      return { translatedFileUrl: `${request.protocol}://${request.host}${link}` };
    });
  });
};

/** `GET /download_file/…`: the link is the permission, as in LibreTranslate. */
export const registerDownloadFile = (
  app: FastifyInstance,
  { documents }: RouteDependencies,
): void => {
  app.get<{ readonly Params: { readonly link: string } }>(
    '/download_file/:link/:name',
    async (request, reply) =>
      sendDocument(reply, await documents.download(accessOf(request.params.link))),
  );
};

const accessOf = (link: string): DocumentAccess => {
  const [, id = '', key = ''] = LINK.exec(link) ?? [];
  return { id, key };
};
