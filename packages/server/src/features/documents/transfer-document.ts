import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { mediaTypeOf } from './document-service.js';
import type { DocumentDownload } from './downloads.js';
import { attachment } from './file-names.js';

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
