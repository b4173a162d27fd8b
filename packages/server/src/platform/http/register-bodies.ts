import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { callerIdOf } from './addresses.js';
import { BODY_PARSERS, MULTIPART } from './parse-bodies.js';
import { createReadBody, receiveBody } from './read-body.js';

/** Reads JSON and forms; all other bodies are refused. */
export const registerBodies = (app: FastifyInstance): void => {
  app.decorate('readBody', createReadBody());
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', unpack);
  for (const type of BODY_PARSERS.keys()) readAs(app, type);
};

const readAs = (app: FastifyInstance, type: string): void => {
  app.addContentTypeParser(type, async (request: FastifyRequest, content: Readable) => {
    const { headers, routeOptions } = request;
    const maxBytes = routeOptions.bodyLimit ?? app.initialConfig.bodyLimit ?? 0;
    const body = await receiveBody(content, maxBytes, headers['content-length']);
    const sender = { callerId: callerIdOf(request), connection: request.raw.socket };
    return app.readBody(body, headers['content-type'] ?? '', sender);
  });
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
export const registerMultipart = (app: FastifyInstance): void => readAs(app, MULTIPART);
