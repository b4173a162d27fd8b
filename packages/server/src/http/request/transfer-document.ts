import { Readable } from 'node:stream';
import { AppError } from '@dragoman/contract';
import type { FastifyReply } from 'fastify';
import { mediaTypeOf } from '../../documents/document-service.js';
import type { DocumentDownload } from '../../documents/downloads.js';
import { attachment } from '../../documents/files/file-names.js';

/** Files are in memory while they arrive, so few may do so at once. */
const MAX_UPLOADS = 8;

/**
 * Receives an upload while not too many others arrive.
 *
 * @throws AppError `too_many_requests`
 */
export type ReceiveUpload = <Result>(receive: () => Promise<Result>) => Promise<Result>;

export const createReceiveUpload = (): ReceiveUpload => {
  let uploads = 0;
  return async (receive) => {
    if (uploads >= MAX_UPLOADS) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    uploads++;
    try {
      return await receive();
    } finally {
      uploads--;
    }
  };
};

/** Sends a translated document piece by piece, as its client takes it. */
export const sendDocument = (reply: FastifyReply, download: DocumentDownload): FastifyReply => {
  const { raw } = reply;
  if (raw.destroyed) download.end();
  else raw.once('close', () => download.end());
  return reply
    .type(mediaTypeOf(download.format))
    .header('content-disposition', attachment(download.fileName))
    .header('cache-control', 'no-store')
    .header('content-length', download.byteCount)
    .send(Readable.from(download.pieces, { objectMode: false }));
};
