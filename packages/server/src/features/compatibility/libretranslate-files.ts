import { AppError, isAppError, parseDocumentFields } from '@dragoman/contract';
import { FORMATS } from '@dragoman/documents';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ownerOf } from '../../platform/accounts/caller.js';
import { publicAddressOf } from '../../platform/http/addresses.js';
import { signalOf } from '../../platform/http/once-sent.js';
import { type DocumentAccess, sendDocument } from '../documents/document-service.js';
import { resultFileName } from '../documents/file-names.js';
import type { SentFile } from '../documents/prepare-upload.js';
import { type MultipartLimits, readMultipart } from '../documents/read-multipart.js';
import { hasKeyBeforeBody, KEY_MESSAGES, requireCallerKey } from './caller-key.js';
import { type CompatibleRoute, fieldsOf, sourceCode, targetCode } from './compatible-api.js';

/** With the dot, as its clients compare them. */
export const FILE_EXTENSIONS = Object.values(FORMATS).flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
);

/** Longer than any client waits; a document that takes longer is answered with a 504. */
const MAX_WAIT_MS = 600_000;

/** Id and key of a document, as they stand in a link. */
const LINK = /^([0-9A-F]{32})([0-9A-F]{64})$/;

/** The files of requests, which are read before their key is looked for among the fields. */
const sentFiles = new WeakMap<FastifyRequest, SentFile>();

/** The key is checked before the file is read, unless it comes behind a small one. */
const readFileForm: NonNullable<CompatibleRoute['prepare']> = async (scope, dependencies) => {
  const { documents, settings, enterUpload } = dependencies;
  const checkKey = requireCallerKey(dependencies);
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
      const beforeFile: MultipartLimits['beforeFile'] = async (before) => {
        request.body = before;
        if (!request.apiKey && before.api_key) await check();
        isFromStranger = !request.apiKey;
        // Strangers take no place: what they may send is as small as any other body.
        if (!isFromStranger) enter();
        // Anybody may send as much as to the other routes that have their key in the body.
        return isFromStranger ? settings.maxBodyBytes : settings.maxDocumentBytes;
      };
      const limits = { maxBytes: settings.maxDocumentBytes, beforeFile };
      const { file, fields } = await readMultipart(request, documents.receive, limits).catch(
        (error: unknown) => {
          const isLate = isFromStranger && isAppError(error) && error.code === 'body_too_large';
          throw isLate ? new AppError('unauthorized', { message: KEY_MESSAGES.late }) : error;
        },
      );
      if (file) {
        sentFiles.set(request, file);
        // Whatever refuses the request from here on, the file goes with it.
        if (reply.raw.destroyed) await file.discard();
        else reply.raw.once('close', () => void file.discard());
      }
      request.body = fields;
    } finally {
      leave?.();
    }
  });
};

/** Answers with a link when the document is translated. */
const translateFile: CompatibleRoute['handler'] =
  ({ documents }) =>
  async (request, reply) => {
    const fields = fieldsOf(request);
    const owner = ownerOf(request);
    const upload = await documents.prepare(
      owner,
      sentFiles.get(request),
      parseDocumentFields({
        target_lang: targetCode(fields.target),
        source_lang: sourceCode(fields.source),
      }),
    );
    const handle = await documents.accept(owner, upload);
    const access = { id: handle.document_id, key: handle.document_key };
    const caller = signalOf(reply.raw);
    const waiting = AbortSignal.any([caller, AbortSignal.timeout(MAX_WAIT_MS)]);
    let isLinked = false;
    try {
      const { status, error_message: reason = '' } = await documents.outcome(access, waiting);
      if (status === 'error') throw new AppError('invalid_file', { message: reason });
      if (status !== 'done') throw new AppError('deadline_exceeded');
      isLinked = !caller.aborted;
    } finally {
      // Nobody will ever have its key.
      if (!isLinked) await documents.cancel(access).catch(() => {});
    }
    const { fileName, options } = upload;
    const name = resultFileName(fileName, options.format, options.outputFormat);
    const link = `/download_file/${access.id}${access.key}/${encodeURIComponent(name)}`;
    return { translatedFileUrl: `${publicAddressOf(request)}${link}` };
  };

const accessOf = (link: string): DocumentAccess => {
  const [, id = '', key = ''] = LINK.exec(link) ?? [];
  return { id, key };
};

/** The link is the permission, as in LibreTranslate. */
const downloadFile: CompatibleRoute['handler'] =
  ({ documents }) =>
  async (request, reply) => {
    const { link } = request.params as { readonly link: string };
    return sendDocument(reply, await documents.download(accessOf(link)));
  };

/** LibreTranslate's translation of files: the answer is a link to the translated file. */
export const FILE_ROUTES: readonly CompatibleRoute[] = [
  { method: 'post', path: '/translate_file', prepare: readFileForm, handler: translateFile },
  { method: 'get', path: '/download_file/:link/:name', isOpen: true, handler: downloadFile },
];
