import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { requireUtf8 } from './charset.js';
import { parseMultipartBody } from './multipart.js';
import { BODY_PARSERS } from './parse-bodies.js';

type Sent = Pick<FastifyRequest, 'headers'>;

/** Reads JSON and forms; all other bodies are refused. */
export const registerBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', unpack);
  for (const [type, parse] of BODY_PARSERS) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async ({ headers }: Sent, body: Buffer) => {
        requireUtf8(headers['content-type']);
        return parse(body);
      },
    );
  }
};

const UNPACKERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Unpacks a body with a Content-Encoding; the limit of the body counts for what is unpacked, too.
 *
 * @throws AppError `unsupported_media_type` for another encoding, `malformed_body` for broken data
 */
const unpack: preParsingHookHandler = (request, _reply, payload, done) => {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return done(null, payload);
  const createUnpacker = UNPACKERS.get(encoding);
  if (!createUnpacker) {
    return done(
      new AppError('unsupported_media_type', {
        message: `The Content-Encoding ${encoding} is not supported. Send gzip, deflate, br or none.`,
      }),
    );
  }
  const unpacked = Object.assign(createUnpacker(), { receivedEncodedLength: 0 });
  payload.on('data', (chunk: Buffer) => {
    unpacked.receivedEncodedLength += chunk.length;
  });
  payload.on('error', (error) => unpacked.destroy(error));
  done(null, payload.pipe(unpacked));
};

/** Reads multipart forms below `app`, as fields without files. */
export const registerMultipart = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: Sent, body: Buffer) => {
      requireUtf8(headers['content-type']);
      return parseMultipartBody(body, headers['content-type'] ?? '');
    },
  );
};
